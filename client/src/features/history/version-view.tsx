import { formatLocalDate } from "@daybook/domain/contract/format-local-date";
import type { ListedVersion } from "@daybook/domain/contract/entries";
import { useId, useState } from "react";
import { Button } from "../../shared/ui/button.tsx";
import { momentOf } from "../../shared/dates.ts";
import { useDateFormat } from "../../shared/use-date-format.ts";
import { groupVersions, timeWithSecondsOf } from "./group-versions.ts";
import { historyText } from "./history-text.ts";
import { VersionDiff } from "./version-diff.tsx";
import { VersionPreview } from "./version-preview.tsx";
import styles from "./version-view.module.css";

/** One version: a preview, or a diff with another version, and the buttons to restore it. */
export function VersionView({
  journalId,
  entryId,
  version,
  versions,
  hasLock,
  viewMode,
  onChangeViewMode,
  onRestore,
  onRestoreAsNew,
}: {
  journalId: number;
  entryId: number;
  version: ListedVersion;
  /** newest first */
  versions: readonly ListedVersion[];
  /** true when the entry has its own lock; an entry that `onRestoreAsNew` creates does not get that lock */
  hasLock: boolean;
  /** whether to show the version itself or a diff; the mode stays when the user chooses another version */
  viewMode: "preview" | "diff";
  onChangeViewMode: (viewMode: "preview" | "diff") => void;
  /** `null` when versions cannot replace the current text */
  onRestore: (() => void) | null;
  onRestoreAsNew: () => void;
}) {
  const selectId = useId();
  const noteId = useId();
  const dateFormat = useDateFormat();
  const moment = momentOf(version.created_at, dateFormat);
  const [chosenId, setChosenId] = useState<number | null>(null);
  const index = versions.findIndex((candidate) => candidate.id === version.id);
  const otherVersions = versions.filter((candidate) => candidate.id !== version.id);
  const comparedVersion =
    otherVersions.find((candidate) => candidate.id === chosenId) ?? versions[index + 1] ?? otherVersions[0];
  // The diff always goes from the older version to the newer one.
  const [from, to] =
    comparedVersion && versions.indexOf(comparedVersion) < index
      ? [version, comparedVersion]
      : [comparedVersion, version];
  const entryIds = { journalId, entryId };
  return (
    <section className={styles.view} aria-label={moment}>
      <header className={styles.head}>
        <div>
          <h3 className={styles.moment}>{moment}</h3>
          <p className={styles.subtitle}>{historyText.wordCount(version.word_count)}</p>
        </div>
        <div className={styles.views} role="group" aria-label={historyText.view}>
          <Button
            variant="quiet"
            aria-pressed={viewMode === "preview"}
            onClick={() => onChangeViewMode("preview")}
          >
            {historyText.preview}
          </Button>
          {comparedVersion && (
            <Button
              variant="quiet"
              aria-pressed={viewMode === "diff"}
              onClick={() => onChangeViewMode("diff")}
            >
              {historyText.diff}
            </Button>
          )}
        </div>
      </header>
      {viewMode === "diff" && comparedVersion && (
        <div className={styles.compare}>
          <label htmlFor={selectId}>{historyText.compareWith}</label>
          <select
            id={selectId}
            value={comparedVersion.id}
            onChange={(event) => {
              setChosenId(Number(event.target.value));
            }}
          >
            {groupVersions(otherVersions).map(({ day, groups }) => (
              <optgroup key={day} label={formatLocalDate(day, dateFormat)}>
                {groups
                  .flatMap((group) => group.versions)
                  .map((otherVersion) => (
                    <option key={otherVersion.id} value={otherVersion.id}>
                      {historyText.option(
                        timeWithSecondsOf(otherVersion.created_at),
                        historyText.wordCount(otherVersion.word_count),
                      )}
                    </option>
                  ))}
              </optgroup>
            ))}
          </select>
        </div>
      )}
      {/* The text scrolls, so it must be focusable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above */}
      <div className={styles.text} tabIndex={0} role="group" aria-label={historyText[viewMode]}>
        {viewMode === "preview" || !from || !to ? (
          <VersionPreview {...entryIds} version={version} />
        ) : (
          <VersionDiff {...entryIds} from={from} to={to} />
        )}
      </div>
      <footer className={styles.actions}>
        {hasLock && (
          <p id={noteId} className={styles.subtitle}>
            {historyText.withoutLock}
          </p>
        )}
        <Button onClick={onRestoreAsNew} aria-describedby={hasLock ? noteId : undefined}>
          {historyText.restoreAsNew}
        </Button>
        {index > 0 && onRestore && (
          <Button variant="primary" onClick={onRestore}>
            {historyText.restore}
          </Button>
        )}
      </footer>
    </section>
  );
}
