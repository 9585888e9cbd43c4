import { formatLocalDate } from "@daybook/domain/contract/format-local-date";
import type { ListedEntry } from "@daybook/domain/contract/entries";
import { observer } from "mobx-react-lite";
import { commonText } from "../../../shared/common-text.ts";
import { useDateFormat } from "../../../shared/use-date-format.ts";
import { Notice } from "../../../shared/ui/notice.tsx";
import { classNames } from "../../../shared/ui/class-names.ts";
import entryTextStyles from "../../../shared/ui/entry-text.module.css";
import { SafeHtml } from "../../../shared/ui/safe-html.tsx";
import { Sheet } from "../../../shared/ui/sheet.tsx";
import { Skeleton } from "../../../shared/ui/skeleton.tsx";
import { historyText } from "../history-text.ts";
import styles from "../version-view.module.css";
import { asOfText } from "./as-of-text.ts";
import { usePastText } from "./use-past-text.ts";

function PastText({ journalId, entry, at }: { journalId: number; entry: ListedEntry; at: string }) {
  const result = usePastText(journalId, entry.id, at);
  if (!result) return <Skeleton lines={6} />;
  if (!result.ok) {
    return <Notice tone="failure">{result.status === 404 ? asOfText.notHere : result.message}</Notice>;
  }
  const html = result.version?.richtext_body;
  if (html === undefined) return <p className={styles.none}>{asOfText.noVersion}</p>;
  return html === "" ? <p className={styles.none}>{historyText.noText}</p> : <SafeHtml html={html} />;
}

/** A past version of an entry, read-only. */
export const PastEntrySheet = observer(function PastEntrySheet({
  journalId,
  entry,
  at,
  onClose,
}: {
  journalId: number;
  entry: ListedEntry;
  /** the moment whose version is shown, ISO-8601 */
  at: string;
  onClose: () => void;
}) {
  const dateFormat = useDateFormat();
  const title = entry.title.trim() || commonText.entries.untitled;
  return (
    <Sheet open onClose={onClose} title={title} description={asOfText.readOnly} wide>
      <section className={styles.view} aria-label={title}>
        <p className={styles.subtitle}>{formatLocalDate(entry.local_date, dateFormat)}</p>
        <div
          className={classNames(entryTextStyles.text, styles.pastText)}
          role="group"
          aria-label={historyText.preview}
        >
          <PastText journalId={journalId} entry={entry} at={at} />
        </div>
      </section>
    </Sheet>
  );
});
