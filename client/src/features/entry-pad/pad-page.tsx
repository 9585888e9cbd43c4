import { countWords } from "@daybook/content/word-count";
import type { Editor as TiptapEditor } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { useCallback, useDeferredValue, useMemo, useRef, useState } from "react";
import { DateField } from "./date-field.tsx";
import { Editor } from "./editor.tsx";
import { parseBody, plainText } from "./body.ts";
import { padCopy } from "./pad-copy.ts";
import styles from "./pad-page.module.css";
import { TitleField } from "./title-field.tsx";
import type { Writing } from "./writing.ts";

/** The sheet of paper: date, title, text, and how many words there are. */
export function PadPage({
  writing,
  shown,
  readOnly,
  autoFocus,
  onChange,
}: {
  writing: Writing;
  /** changes when something else than typing put a text on the page */
  shown: number;
  readOnly: boolean;
  autoFocus: boolean;
  onChange: (change: Partial<Writing>) => void;
}) {
  const editor = useRef<TiptapEditor | null>(null);
  const [doc, setDoc] = useState<{ shown: number; node: Node } | null>(null);
  const text = useDeferredValue(doc?.shown === shown ? doc.node : null);
  // oxlint-disable-next-line react/exhaustive-deps -- the body is only read where no typed document stands for it
  const words = useMemo(() => countWords(plainText(text ?? parseBody(writing.body))), [text, shown]);

  const ready = useCallback((next: TiptapEditor) => {
    editor.current = next;
  }, []);
  const typed = (body: string, node: Node) => {
    setDoc({ shown, node });
    onChange({ body });
  };

  return (
    <article className={styles.paper} aria-label={writing.title || padCopy.untitled}>
      <DateField writing={writing} readOnly={readOnly} onChange={onChange} />
      <TitleField
        value={writing.title}
        readOnly={readOnly}
        onChange={(title) => onChange({ title })}
        onEnter={() => editor.current?.commands.focus("start")}
      />
      <Editor
        body={writing.body}
        shown={shown}
        readOnly={readOnly}
        autoFocus={autoFocus}
        onChange={typed}
        onReady={ready}
      />
      <p className={styles.words}>{padCopy.words(words)}</p>
    </article>
  );
}
