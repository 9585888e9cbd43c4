import type { Editor as TiptapEditor } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { type ReactNode, useCallback, useDeferredValue, useMemo, useRef, useState } from "react";
import { ThemedPage } from "../../../shared/ui/themed-page.tsx";
import type { PageLook } from "../look/page-look.ts";
import { DateField } from "../date/date-field.tsx";
import { Editor } from "../editor/editor.tsx";
import { parseBody, countDocWords } from "../editor/body.ts";
import { padText } from "../pad-text.ts";
import styles from "./pad-page.module.css";
import { TitleField } from "../editor/title-field.tsx";
import type { Writing } from "../autosave/writing.ts";

/** The part of the pad that looks like a sheet of paper: date, title, body and word count. */
export function PadPage({
  writing,
  modifiedAt,
  replacementCount,
  readOnly,
  autoFocus,
  look,
  besideDate,
  underTitle,
  underText,
  onEditor,
  onChange,
}: {
  writing: Writing;
  /** the time of the last change, if known */
  modifiedAt: string | undefined;
  /** how often something other than typing has replaced the text */
  replacementCount: number;
  readOnly: boolean;
  autoFocus: boolean;
  look: PageLook;
  /** the mark of a public link */
  besideDate?: ReactNode;
  /** tags and prompt */
  underTitle?: ReactNode;
  underText?: ReactNode;
  onEditor?: (editor: TiptapEditor) => void;
  onChange: (change: Partial<Writing>) => void;
}) {
  const editor = useRef<TiptapEditor | null>(null);
  const [currentDoc, setCurrentDoc] = useState<{ replacementCount: number; node: Node } | null>(null);
  const deferredDoc = useDeferredValue(
    currentDoc?.replacementCount === replacementCount ? currentDoc.node : null,
  );
  const wordCount = useMemo(
    () => countDocWords(deferredDoc ?? parseBody(writing.body)),
    // oxlint-disable-next-line react/exhaustive-deps -- a typed change of the body also changes `deferredDoc`
    [deferredDoc, replacementCount],
  );

  const handleEditor = useCallback(
    (newEditor: TiptapEditor) => {
      editor.current = newEditor;
      onEditor?.(newEditor);
    },
    [onEditor],
  );
  const handleBodyChange = (body: string, node: Node) => {
    setCurrentDoc({ replacementCount, node });
    onChange({ body });
  };

  /**
   * Moves the caret to the start of the text. The editor's own focus command waits for a frame, and keystrokes until then would go into
   * the title.
   */
  const focusText = () => {
    editor.current?.commands.setTextSelection(0);
    editor.current?.view.focus();
  };

  return (
    <ThemedPage {...look} className={styles.paper} label={writing.title || padText.untitled}>
      <div className={styles.head}>
        <DateField
          writing={writing}
          dateMethod={look.composeSetting?.display_date_method}
          modifiedAt={modifiedAt}
          readOnly={readOnly}
          onChange={onChange}
        />
        {besideDate}
      </div>
      <TitleField
        value={writing.title}
        readOnly={readOnly}
        onChange={(title) => onChange({ title })}
        onEnter={focusText}
      />
      {underTitle}
      <Editor
        body={writing.body}
        replacementCount={replacementCount}
        readOnly={readOnly}
        autoFocus={autoFocus}
        onChange={handleBodyChange}
        onReady={handleEditor}
      />
      {underText}
      <p className={styles.wordCount}>{padText.words(wordCount)}</p>
    </ThemedPage>
  );
}
