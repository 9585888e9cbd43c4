import type { ListedEntry } from "@daybook/domain/contract/entries";
import { Lock } from "lucide-react";
import { observer } from "mobx-react-lite";
import { copy } from "../../../shared/copy.ts";
import { formatLocalDate, monthOf } from "../../../shared/dates.ts";
import { useDateFormat } from "../../../shared/use-date-format.ts";
import { asOfCopy } from "./as-of-copy.ts";
import beginning from "../../../shared/ui/excerpt.module.css";
import styles from "./past-entries.module.css";

/** The entries that stood in a journal; each opens to be read, if no lock hides it. */
export const PastEntries = observer(function PastEntries({
  entries,
  onOpen,
}: {
  entries: readonly ListedEntry[];
  onOpen: (entry: ListedEntry) => void;
}) {
  const dateFormat = useDateFormat();
  return entries.map((entry, at) => {
    const month = monthOf(entry.local_date);
    const isFirst = at === 0 || monthOf(entries[at - 1]?.local_date ?? "") !== month;
    const isHidden = entry.locked && !entry.is_unlocked;
    const title = entry.title.trim() || copy.entries.untitled;
    return (
      <section key={entry.id} className={styles.entry} data-first={isFirst || undefined}>
        {isFirst && <h2 className={styles.month}>{month}</h2>}
        <div className={styles.row}>
          <time dateTime={entry.local_date}>{formatLocalDate(entry.local_date, dateFormat)}</time>
          <div>
            <h3 className={styles.title}>
              {isHidden ? (
                <>
                  {title} <Lock size={15} aria-hidden />
                  <span className="visually-hidden">{asOfCopy.locked}</span>
                </>
              ) : (
                <button type="button" onClick={() => onOpen(entry)}>
                  {title}
                </button>
              )}
            </h3>
            <p className={beginning.excerpt}>
              {isHidden ? asOfCopy.lockedText : entry.excerpt || copy.entries.noText}
            </p>
            {!isHidden && <p className={styles.words}>{asOfCopy.words(entry.word_count)}</p>}
          </div>
        </div>
      </section>
    );
  });
});
