import { formatLocalDate } from "@daybook/domain/contract/format-local-date";
import type { ListedVersion } from "@daybook/domain/contract/entries";
import { useId, useState } from "react";
import { Button } from "../../shared/ui/button.tsx";
import { momentOf } from "../../shared/dates.ts";
import { useDateFormat } from "../../shared/use-date-format.ts";
import { groupVersions, secondOf } from "./group-versions.ts";
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
  shows,
  onShow,
  onRestore,
  onRestoreAsNew,
}: {
  journalId: number;
  entryId: number;
  version: ListedVersion;
  /** newest first */
  versions: readonly ListedVersion[];
  /** the version itself, or what changed in it; choosing another version keeps this */
  shows: "preview" | "diff";
  onShow: (shows: "preview" | "diff") => void;
  /** `null` when versions cannot replace the current text */
  onRestore: (() => void) | null;
  onRestoreAsNew: () => void;
}) {
  const id = useId();
  const dateFormat = useDateFormat();
  const moment = momentOf(version.created_at, dateFormat);
  const [otherId, setOtherId] = useState<number | null>(null);
  const index = versions.findIndex((candidate) => candidate.id === version.id);
  const others = versions.filter((candidate) => candidate.id !== version.id);
  const comparedVersion =
    others.find((candidate) => candidate.id === otherId) ?? versions[index + 1] ?? others[0];
  // The diff always goes from the older version to the newer one.
  const [from, to] =
    comparedVersion && comparedVersion.id > version.id
      ? [version, comparedVersion]
      : [comparedVersion, version];
  const selectionProps = { journalId, entryId };
  return (
    <section className={styles.view} aria-label={moment}>
      <header className={styles.head}>
        <div>
          <h3 className={styles.moment}>{moment}</h3>
          <p className={styles.count}>{historyText.words(version.word_count)}</p>
        </div>
        <div className={styles.views} role="group" aria-label={historyText.view}>
          <Button variant="quiet" aria-pressed={shows === "preview"} onClick={() => onShow("preview")}>
            {historyText.preview}
          </Button>
          {comparedVersion && (
            <Button variant="quiet" aria-pressed={shows === "diff"} onClick={() => onShow("diff")}>
              {historyText.diff}
            </Button>
          )}
        </div>
      </header>
      {shows === "diff" && comparedVersion && (
        <div className={styles.compare}>
          <label htmlFor={id}>{historyText.compareWith}</label>
          <select
            id={id}
            value={comparedVersion.id}
            onChange={(event) => {
              setOtherId(Number(event.target.value));
            }}
          >
            {groupVersions(others).map(({ day, groups }) => (
              <optgroup key={day} label={formatLocalDate(day, dateFormat)}>
                {groups
                  .flatMap((group) => group.versions)
                  .map((otherVersion) => (
                    <option key={otherVersion.id} value={otherVersion.id}>
                      {historyText.option(
                        secondOf(otherVersion.created_at),
                        historyText.words(otherVersion.word_count),
                      )}
                    </option>
                  ))}
              </optgroup>
            ))}
          </select>
        </div>
      )}
      {/* It scrolls, so it must be focusable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above */}
      <div className={styles.text} tabIndex={0} role="group" aria-label={historyText[shows]}>
        {shows === "preview" || !from || !to ? (
          <VersionPreview {...selectionProps} version={version} />
        ) : (
          <VersionDiff {...selectionProps} from={from} to={to} />
        )}
      </div>
      <footer className={styles.actions}>
        <Button onClick={onRestoreAsNew}>{historyText.restoreAsNew}</Button>
        {index > 0 && onRestore && (
          <Button variant="primary" onClick={onRestore}>
            {historyText.restore}
          </Button>
        )}
      </footer>
    </section>
  );
}
