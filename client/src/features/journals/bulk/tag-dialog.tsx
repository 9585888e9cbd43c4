import { bounds } from "@daybook/domain/contract/bounds";
import { useId } from "react";
import type { ApiFailure } from "../../../shared/api-client.ts";
import { commonText } from "../../../shared/common-text.ts";
import { useReply } from "../../../shared/use-reply.ts";
import { Button } from "../../../shared/ui/button.tsx";
import { DialogActions } from "../../../shared/ui/dialog-actions.tsx";
import { Field } from "../../../shared/ui/field.tsx";
import { Dialog } from "../../../shared/ui/lazy-dialogs.tsx";
import { Notice } from "../../../shared/ui/notice.tsx";
import { textOf, useFormAction } from "../../../shared/ui/use-form-action.ts";
import { bulkText } from "./bulk-text.ts";
import styles from "./journal-dialog.module.css";

type TagDialogProps = {
  open: boolean;
  count: number;
  /** adds the tag; returns the failure, or null */
  onTag: (name: string) => Promise<ApiFailure | null>;
  onClose: () => void;
};

function TagForm({ onTag, onClose }: TagDialogProps) {
  const tagListId = useId();
  const reply = useReply("listTags", {});
  const { form, failure, busy, onSubmit, error } = useFormAction(async (fields) => {
    const failure = await onTag(textOf(fields, "name"));
    // After Cancel, the form is gone, and another dialog may be open.
    if (!failure && form.current) onClose();
    return failure;
  });
  return (
    <form className={styles.form} ref={form} onSubmit={onSubmit} noValidate>
      {failure && !failure.fields?.name && <Notice tone="failure">{failure.message}</Notice>}
      <Field
        label={bulkText.tagName}
        name="name"
        autoComplete="off"
        list={tagListId}
        maxLength={bounds.tagName}
        error={error("name")}
      />
      <datalist id={tagListId}>
        {reply?.ok && reply.data.tags.map(({ tag }) => <option key={tag.id}>{tag.name}</option>)}
      </datalist>
      <DialogActions>
        <Button onClick={onClose}>{commonText.actions.cancel}</Button>
        <Button type="submit" variant="primary" busy={busy}>
          {bulkText.tag}
        </Button>
      </DialogActions>
    </form>
  );
}

/** Asks for a tag name, with suggestions. */
export function TagDialog(props: TagDialogProps) {
  const { open, count, onClose } = props;
  return (
    <Dialog open={open} onClose={onClose} title={bulkText.tagTitle(count)} description={bulkText.tagLead}>
      <TagForm {...props} />
    </Dialog>
  );
}
