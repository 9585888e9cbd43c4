import type { Editor } from "@tiptap/core";
import { type FormEvent, useState } from "react";
import { Button } from "../../../shared/ui/button.tsx";
import { Dialog } from "../../../shared/ui/lazy-dialogs.tsx";
import { DialogActions } from "../../../shared/ui/dialog-actions.tsx";
import { Field } from "../../../shared/ui/field.tsx";
import { linkAddress } from "./link-address.ts";
import styles from "./link-dialog.module.css";
import { padLazyText } from "../pad-lazy-text.ts";

const { link } = padLazyText;

/**
 * Sets, changes or removes a link. When nothing is selected and the caret is in no link, it inserts the address as the text of a new link.
 */
export function LinkDialog({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  // The state starts with the address of the link. An effect that sets it later would replace what was typed while the dialog loaded.
  const [address, setAddress] = useState(() => String(editor.getAttributes("link")["href"] ?? ""));
  const [error, setError] = useState<string>();
  const hasLink = editor.isActive("link");

  const submit = (event: FormEvent) => {
    event.preventDefault();
    // React events bubble from a portal to the page's form, which must not submit.
    event.stopPropagation();
    const href = linkAddress(address);
    if (!href) {
      setError(link.invalid);
      return;
    }
    onClose();
    const chain = editor.chain().focus().extendMarkRange("link");
    if (editor.state.selection.empty && !hasLink) {
      chain
        .insertContent({ type: "text", text: address.trim(), marks: [{ type: "link", attrs: { href } }] })
        .run();
    } else chain.setLink({ href }).run();
  };

  const remove = () => {
    onClose();
    editor.chain().focus().extendMarkRange("link").unsetLink().run();
  };

  return (
    <Dialog open onClose={onClose} title={link.title}>
      <form className={styles.form} onSubmit={submit} noValidate>
        <Field
          label={link.address}
          hint={link.hint}
          error={error}
          inputMode="url"
          autoComplete="off"
          value={address}
          onChange={(event) => setAddress(event.target.value)}
        />
        <DialogActions>
          {hasLink && <Button onClick={remove}>{link.remove}</Button>}
          <Button variant="primary" type="submit">
            {link.set}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
