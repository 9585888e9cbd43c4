import type { ListedEntry } from "@daybook/domain/contract/entries";
import { observer } from "mobx-react-lite";
import { copy } from "../../../shared/copy.ts";
import { formatLocalDate } from "../../../shared/dates.ts";
import { useDateFormat } from "../../../shared/use-date-format.ts";
import { Notice } from "../../../shared/ui/notice.tsx";
import { SafeHtml } from "../../../shared/ui/safe-html.tsx";
import { Sheet } from "../../../shared/ui/sheet.tsx";
import { Skeleton } from "../../../shared/ui/skeleton.tsx";
import { historyCopy } from "../history-copy.ts";
import styles from "../version-view.module.css";
import { asOfCopy } from "./as-of-copy.ts";
import { usePastText } from "./use-past-text.ts";

function PastText({ journalId, entry, at }: { journalId: number; entry: ListedEntry; at: string }) {
  const text = usePastText(journalId, entry.id, at);
  if (!text) return <Skeleton lines={6} />;
  if (!text.ok) {
    return <Notice tone="failure">{text.status === 404 ? asOfCopy.elsewhere : text.message}</Notice>;
  }
  const html = text.version?.richtext_body;
  if (html === undefined) return <p className={styles.none}>{asOfCopy.noVersion}</p>;
  return html === "" ? <p className={styles.none}>{historyCopy.noText}</p> : <SafeHtml html={html} />;
}

/** An entry as it stood, to be read. */
export const PastEntrySheet = observer(function PastEntrySheet({
  journalId,
  entry,
  at,
  onClose,
}: {
  journalId: number;
  entry: ListedEntry;
  /** ISO-8601 */
  at: string;
  onClose: () => void;
}) {
  const dateFormat = useDateFormat();
  const title = entry.title.trim() || copy.entries.untitled;
  return (
    <Sheet open onClose={onClose} title={title} description={asOfCopy.readOnly} wide>
      <section className={styles.view} aria-label={title}>
        <p className={styles.count}>{formatLocalDate(entry.local_date, dateFormat)}</p>
        {/* It scrolls, so the keyboard has to reach it. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above */}
        <div className={styles.text} tabIndex={0} role="group" aria-label={historyCopy.preview}>
          <PastText journalId={journalId} entry={entry} at={at} />
        </div>
      </section>
    </Sheet>
  );
});
