import type { Editor as TiptapEditor } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { EditorContent, useEditor, type UseEditorOptions } from "@tiptap/react";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { whenReachable } from "../../../shared/connection.ts";
import { classNames } from "../../../shared/ui/class-names.ts";
import { PageStrip } from "../../../shared/ui/themed-page.tsx";
import { RuledArea } from "../../../shared/ui/ruled-area.tsx";
import { bodyOf } from "./body.ts";
import styles from "./editor.module.css";
import { cleanPasteIfLoaded, loadCleanPaste } from "./load-clean-paste.ts";
import { padText } from "../pad-text.ts";
import { padExtensions } from "./pad-extensions.ts";
import { documentOf, showBody } from "./show-body.ts";
import "../../../shared/text-colours.css";

/**
 * Loads after the page. The page need not wait for the toolbar: the toolbar is visible only while the focus is in the editor, and its
 * space is reserved.
 */
const Toolbar = lazy(
  whenReachable(async () => ({ default: (await import("../toolbar/toolbar.tsx")).Toolbar })),
);

/** The props of the editor. */
export type EditorProps = {
  /** the initial body; when `replacementCount` changes, the editor shows the current `body`, and it ignores other changes of `body` */
  body: string;
  replacementCount: number;
  readOnly: boolean;
  autoFocus: boolean;
  onChange: (body: string, doc: Node) => void;
  /** called with the editor, so that the caller can focus it */
  onReady: (editor: TiptapEditor) => void;
};

/** The editor for the body of an entry. */
export function Editor({ body, replacementCount, readOnly, autoFocus, onChange, onReady }: EditorProps) {
  const toolbar = useRef<HTMLDivElement>(null);
  const latestOnChange = useRef(onChange);
  useEffect(() => {
    latestOnChange.current = onChange;
  }, [onChange]);

  // Created once: the editor owns its content, and parsing it at every keystroke would be slow.
  const [options] = useState((): UseEditorOptions => ({
    extensions: padExtensions(),
    content: documentOf(body),
    editable: !readOnly,
    autofocus: autoFocus ? "end" : false,
    immediatelyRender: true,
    shouldRerenderOnTransaction: false,
    injectCSS: false,
    // Pasted plain text stays plain; only URLs become links.
    enablePasteRules: ["link"],
    editorProps: {
      // The bar of the pad and the toolbar stay at the top of the window. The top values keep the caret from scrolling behind them.
      scrollThreshold: { top: 100, right: 0, bottom: 24, left: 0 },
      scrollMargin: { top: 100, right: 0, bottom: 24, left: 0 },
      transformPastedHTML: cleanPasteIfLoaded,
      attributes: {
        role: "textbox",
        "aria-label": padText.bodyLabel,
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
      if (transaction.docChanged) latestOnChange.current(bodyOf(state.doc), state.doc);
    },
  }));
  const editor = useEditor(options);

  useEffect(() => onReady(editor), [editor, onReady]);
  useEffect(loadCleanPaste, []);
  useEffect(() => {
    editor.setEditable(!readOnly, false);
  }, [editor, readOnly]);

  const shownReplacement = useRef(replacementCount);
  useEffect(() => {
    if (shownReplacement.current === replacementCount) return;
    shownReplacement.current = replacementCount;
    showBody(editor, body);
  }, [editor, body, replacementCount]);

  return (
    <div className={styles.editor}>
      {!readOnly && (
        <PageStrip className={styles.tools}>
          <div className={styles.toolbar}>
            <Suspense>
              <Toolbar editor={editor} ref={toolbar} />
            </Suspense>
          </div>
        </PageStrip>
      )}
      <RuledArea className={styles.area}>
        <EditorContent editor={editor} className={styles.content} />
      </RuledArea>
    </div>
  );
}
