import type { Editor as TiptapEditor, JSONContent } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { EditorContent, useEditor, type UseEditorOptions } from "@tiptap/react";
import { useEffect, useRef, useState } from "react";
import { classNames } from "../../shared/ui/class-names.ts";
import { bodyOf, parseBody } from "./body.ts";
import styles from "./editor.module.css";
import { cleanPaste } from "./clean-paste.ts";
import { padCopy } from "./pad-copy.ts";
import { padExtensions } from "./pad-extensions.ts";
import "../../shared/pens.css";
import { Toolbar } from "./toolbar.tsx";

/** What the editor shows and tells. */
export type EditorProps = {
  /** the body at first, and again whenever `shown` changes; what is typed in between is the editor's own */
  body: string;
  shown: number;
  readOnly: boolean;
  autoFocus: boolean;
  onChange: (body: string, doc: Node) => void;
  /** told once, with the editor: to lead the focus into it */
  onReady: (editor: TiptapEditor) => void;
};

const documentOf = (body: string) => parseBody(body).toJSON() as JSONContent;

/** The body of an entry under the pen. */
export function Editor({ body, shown, readOnly, autoFocus, onChange, onReady }: EditorProps) {
  const toolbar = useRef<HTMLDivElement>(null);
  const tell = useRef(onChange);
  useEffect(() => {
    tell.current = onChange;
  }, [onChange]);

  // Once: the text is the editor's own from then on, and reading it anew at every keystroke would be slow.
  const [options] = useState((): UseEditorOptions => ({
    extensions: padExtensions(),
    content: documentOf(body),
    editable: !readOnly,
    autofocus: autoFocus ? "end" : false,
    immediatelyRender: true,
    shouldRerenderOnTransaction: false,
    injectCSS: false,
    // What is pasted as plain text stays as it was; only an address becomes a link.
    enablePasteRules: ["link"],
    editorProps: {
      transformPastedHTML: cleanPaste,
      attributes: {
        role: "textbox",
        "aria-label": padCopy.bodyLabel,
        "aria-multiline": "true",
        class: classNames(styles.text),
      },
      handleKeyDown: (_, event) => {
        if (!event.altKey || event.key !== "F10") return false;
        toolbar.current?.querySelector<HTMLElement>("[tabindex='0']")?.focus();
        return true;
      },
    },
    onUpdate: ({ editor: { state }, transaction }) => {
      if (transaction.docChanged) tell.current(bodyOf(state.doc), state.doc);
    },
  }));
  const editor = useEditor(options);

  useEffect(() => onReady(editor), [editor, onReady]);
  useEffect(() => {
    editor.setEditable(!readOnly, false);
  }, [editor, readOnly]);

  const lastShown = useRef(shown);
  useEffect(() => {
    if (lastShown.current === shown) return;
    lastShown.current = shown;
    editor.commands.setContent(documentOf(body), { emitUpdate: false });
  }, [editor, body, shown]);

  return (
    <div className={styles.editor}>
      {!readOnly && (
        <div className={styles.tools}>
          <Toolbar editor={editor} ref={toolbar} />
        </div>
      )}
      <EditorContent editor={editor} className={styles.content} />
    </div>
  );
}
