import type { Editor as TiptapEditor } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { type ReactNode, useCallback, useDeferredValue, useMemo, useRef, useState } from "react";
import { ThemedPage } from "../../shared/ui/themed-page.tsx";
import type { PageLook } from "./acts/page-look.ts";
import { DateField } from "./date-field.tsx";
import { Editor } from "./editor.tsx";
import { parseBody, wordsOfDoc } from "./body.ts";
import { padCopy } from "./pad-copy.ts";
import styles from "./pad-page.module.css";
import { TitleField } from "./title-field.tsx";
import type { Writing } from "./writing.ts";

/** The sheet of paper: date, title, text, and how many words there are. */
export function PadPage({
  writing,
  modifiedAt,
  shown,
  readOnly,
  autoFocus,
  look,
  underTitle,
  underText,
  onEditor,
  onChange,
}: {
  writing: Writing;
  /** when the entry was last changed, where that is known */
  modifiedAt: string | undefined;
  /** changes when something else than typing put a text on the page */
  shown: number;
  readOnly: boolean;
  autoFocus: boolean;
  look: PageLook;
  /** what hangs on the entry: its tags, its photos */
  underTitle?: ReactNode;
  underText?: ReactNode;
  onEditor?: (editor: TiptapEditor) => void;
  onChange: (change: Partial<Writing>) => void;
}) {
  const editor = useRef<TiptapEditor | null>(null);
  const [doc, setDoc] = useState<{ shown: number; node: Node } | null>(null);
  const text = useDeferredValue(doc?.shown === shown ? doc.node : null);
  // oxlint-disable-next-line react/exhaustive-deps -- the body is only read where no typed document stands for it
  const words = useMemo(() => wordsOfDoc(text ?? parseBody(writing.body)), [text, shown]);

  const ready = useCallback(
    (next: TiptapEditor) => {
      editor.current = next;
      onEditor?.(next);
    },
    [onEditor],
  );
  const typed = (body: string, node: Node) => {
    setDoc({ shown, node });
    onChange({ body });
  };

  /** At once: the editor's own way there waits for a frame, and letters typed meanwhile would go into the title. */
  const toText = () => {
    editor.current?.commands.setTextSelection(0);
    editor.current?.view.focus();
  };

  return (
    <ThemedPage {...look} className={styles.paper} label={writing.title || padCopy.untitled}>
      <DateField
        writing={writing}
        method={look.written?.display_date_method}
        modifiedAt={modifiedAt}
        readOnly={readOnly}
        onChange={onChange}
      />
      <TitleField
        value={writing.title}
        readOnly={readOnly}
        onChange={(title) => onChange({ title })}
        onEnter={toText}
      />
      {underTitle}
      <Editor
        body={writing.body}
        shown={shown}
        readOnly={readOnly}
        autoFocus={autoFocus}
        onChange={typed}
        onReady={ready}
      />
      {underText}
      <p className={styles.words}>{padCopy.words(words)}</p>
    </ThemedPage>
  );
}
