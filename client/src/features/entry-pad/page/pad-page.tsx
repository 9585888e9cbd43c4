import type { Editor as TiptapEditor } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { type ReactNode, useCallback, useDeferredValue, useMemo, useRef, useState } from "react";
import { ThemedPage } from "../../../shared/ui/themed-page.tsx";
import type { PageLook } from "../look/page-look.ts";
import { DateField } from "../date/date-field.tsx";
import { Editor } from "../editor/editor.tsx";
import { parseBody, wordsOfDoc } from "../editor/body.ts";
import { padText } from "../pad-text.ts";
import styles from "./pad-page.module.css";
import { TitleField } from "../editor/title-field.tsx";
import type { Writing } from "../autosave/writing.ts";

/** The page: date, title, body and word count. */
export function PadPage({
  writing,
  modifiedAt,
  replacements,
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
  /** increases when something other than typing changed the text */
  replacements: number;
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
  const [doc, setDoc] = useState<{ replacements: number; node: Node } | null>(null);
  const text = useDeferredValue(doc?.replacements === replacements ? doc.node : null);
  // oxlint-disable-next-line react/exhaustive-deps -- the body is only parsed until the editor provides its document
  const words = useMemo(() => wordsOfDoc(text ?? parseBody(writing.body)), [text, replacements]);

  const handleEditor = useCallback(
    (next: TiptapEditor) => {
      editor.current = next;
      onEditor?.(next);
    },
    [onEditor],
  );
  const handleBodyChange = (body: string, node: Node) => {
    setDoc({ replacements, node });
    onChange({ body });
  };

  /** Synchronously: the editor's own focus command waits for a frame, and keystrokes until then would go into the title. */
  const toText = () => {
    editor.current?.commands.setTextSelection(0);
    editor.current?.view.focus();
  };

  return (
    <ThemedPage {...look} className={styles.paper} label={writing.title || padText.untitled}>
      <div className={styles.head}>
        <DateField
          writing={writing}
          method={look.written?.display_date_method}
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
        onEnter={toText}
      />
      {underTitle}
      <Editor
        body={writing.body}
        replacements={replacements}
        readOnly={readOnly}
        autoFocus={autoFocus}
        onChange={handleBodyChange}
        onReady={handleEditor}
      />
      {underText}
      <p className={styles.words}>{padText.words(words)}</p>
    </ThemedPage>
  );
}
