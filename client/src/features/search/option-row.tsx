import { CornerDownLeft, FileText, History, Lock, Tag } from "lucide-react";
import { observer } from "mobx-react-lite";
import { commonText } from "../../shared/common-text.ts";
import { useDateFormat } from "../../shared/use-date-format.ts";
import { resultDate } from "./result-date.ts";
import { Marked } from "./marked.tsx";
import type { Option } from "./options.ts";
import { searchText } from "./search-text.ts";
import styles from "./suggestions.module.css";

type EntryOption = Extract<Option, { kind: "entry" }>;

const EntryRow = observer(function EntryRow({ entry }: Pick<EntryOption, "entry">) {
  const dateFormat = useDateFormat();
  const isLocked = entry.is_locked || entry.journal.is_locked;
  const lockLabel = entry.is_locked ? searchText.lockedEntry : searchText.lockedJournal;
  return (
    <>
      <FileText size={16} aria-hidden />
      <span className={styles.text}>
        <span className={styles.title}>
          {entry.title.trim() === "" ? <em>{commonText.entries.untitled}</em> : <Marked html={entry.title} />}
          {isLocked && (
            <>
              {" "}
              <Lock className={styles.lock} size={13} aria-hidden />
              <span className="visually-hidden">{lockLabel}</span>
            </>
          )}
        </span>
        {!isLocked && entry.excerpt !== "" && (
          <span className={styles.excerpt}>
            <Marked html={entry.excerpt} isOneLine />
          </span>
        )}
        <span className={styles.details}>{`${entry.journal.name} · ${resultDate(entry, dateFormat)}`}</span>
      </span>
    </>
  );
});

/** The content of one option in the suggestion list. */
export function OptionRow({ option }: { option: Option }) {
  switch (option.kind) {
    case "entry":
      return <EntryRow entry={option.entry} />;
    case "tag":
      return (
        <>
          <Tag size={16} aria-hidden />
          <span className={styles.text}>
            <span className={styles.title}>{option.tag.name}</span>
            <span className={styles.details}>{searchText.entries(option.tag.total_entries)}</span>
          </span>
        </>
      );
    case "recent":
      return (
        <>
          <History size={16} aria-hidden />
          <span className={styles.title}>{option.text}</span>
        </>
      );
    case "all":
      return (
        <>
          <CornerDownLeft size={16} aria-hidden />
          <span className={styles.title}>{searchText.header.all(option.text)}</span>
        </>
      );
  }
}
