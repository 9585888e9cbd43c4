import { formatLocalDate } from "@daybook/domain/contract/format-local-date";
import type { ListedEntry } from "@daybook/domain/contract/entries";
import { Lock } from "lucide-react";
import { observer } from "mobx-react-lite";
import { commonText } from "../../../shared/common-text.ts";
import { formatMonth } from "../../../shared/dates.ts";
import { useDateFormat } from "../../../shared/use-date-format.ts";
import { asOfText } from "./as-of-text.ts";
import excerptStyles from "../../../shared/ui/excerpt.module.css";
import styles from "./past-entries.module.css";

/**
 * The entries that a journal had at a past moment. The server leaves out entries with a closed lock. If the list contains such an entry
 * anyway, this component hides its text, and the entry cannot be opened.
 */
export const PastEntries = observer(function PastEntries({
  entries,
  onOpen,
}: {
  entries: readonly ListedEntry[];
  onOpen: (entry: ListedEntry) => void;
}) {
  const dateFormat = useDateFormat();
  return entries.map((entry, index) => {
    const month = formatMonth(entry.local_date);
    const startsMonth = index === 0 || formatMonth(entries[index - 1]?.local_date ?? "") !== month;
    const isTextHidden = entry.locked && !entry.is_unlocked;
    const title = entry.title.trim() || commonText.entries.untitled;
    return (
      <section key={entry.id} className={styles.entry} data-starts-month={startsMonth || undefined}>
        {startsMonth && <h2 className={styles.month}>{month}</h2>}
        <div className={styles.row}>
          <time dateTime={entry.local_date}>{formatLocalDate(entry.local_date, dateFormat)}</time>
          <div>
            <h3 className={styles.title}>
              {isTextHidden ? (
                <>
                  {title} <Lock size={15} aria-hidden />
                  <span className="visually-hidden">{asOfText.locked}</span>
                </>
              ) : (
                <button type="button" onClick={() => onOpen(entry)}>
                  {title}
                </button>
              )}
            </h3>
            <p className={excerptStyles.excerpt}>
              {isTextHidden ? asOfText.lockedText : entry.excerpt || commonText.entries.noText}
            </p>
            {!isTextHidden && <p className={styles.wordCount}>{asOfText.wordCount(entry.word_count)}</p>}
          </div>
        </div>
      </section>
    );
  });
});
