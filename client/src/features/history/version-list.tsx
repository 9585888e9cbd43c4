import { formatLocalDate } from "@daybook/domain/contract/format-local-date";
import type { ListedVersion } from "@daybook/domain/contract/entries";
import { useState } from "react";
import { Button } from "../../shared/ui/button.tsx";
import { classNames } from "../../shared/ui/class-names.ts";
import { useDateFormat } from "../../shared/use-date-format.ts";
import {
  type Changes,
  changesOf,
  groupVersions,
  timeWithSecondsOf,
  type SaveGroup,
  timeOf,
} from "./group-versions.ts";
import { historyText } from "./history-text.ts";
import styles from "./version-list.module.css";

/** What one or more saves changed: the words as `+3 −1` (and as text for screen readers), then the other changes. */
function ChangeSummary({ changes, isFirst }: { changes: Changes; isFirst: boolean }) {
  if (isFirst) return <span className={styles.changes}>{historyText.first}</span>;
  const { wordsAdded, wordsRemoved } = changes;
  const otherChanges = historyText.otherChanges(changes);
  if (wordsAdded === 0 && wordsRemoved === 0) {
    return <span className={styles.changes}>{otherChanges || historyText.unchanged}</span>;
  }
  return (
    <span className={styles.changes}>
      {wordsAdded > 0 && (
        <>
          <span className={styles.added} aria-hidden>
            +{wordsAdded}
          </span>
          <span className="visually-hidden">{historyText.added(wordsAdded)} </span>
        </>
      )}
      {wordsRemoved > 0 && (
        <>
          <span className={styles.removed} aria-hidden>
            −{wordsRemoved}
          </span>
          <span className="visually-hidden">{historyText.removed(wordsRemoved)} </span>
        </>
      )}
      {otherChanges && <span>{otherChanges}</span>}
    </span>
  );
}

type SelectionProps = {
  selectedId: number | null;
  newestId: number | undefined;
  /** the first version of the entry, once it is loaded */
  firstId: number | undefined;
  onSelect: (version: ListedVersion) => void;
};

function Row({
  version,
  changes,
  isNested = false,
  ...selectionProps
}: SelectionProps & { version: ListedVersion; changes: Changes; isNested?: boolean }) {
  const isNewest = version.id === selectionProps.newestId;
  return (
    <button
      type="button"
      className={classNames(styles.row, isNested && styles.nested)}
      aria-pressed={version.id === selectionProps.selectedId}
      onClick={() => selectionProps.onSelect(version)}
    >
      <span className={styles.time}>
        {isNested ? timeWithSecondsOf(version.created_at) : timeOf(version.created_at)}
        {isNewest && <span className={styles.now}>{historyText.now}</span>}
      </span>
      <ChangeSummary changes={changes} isFirst={version.id === selectionProps.firstId} />
    </button>
  );
}

/** One writing session. It shows only its newest save, or all its saves when it is expanded. */
function SaveGroupItem({ group, ...selectionProps }: SelectionProps & { group: SaveGroup }) {
  const [isExpanded, setIsExpanded] = useState(false);
  const { newest, versions, changes } = group;
  const isSingle = versions.length === 1;
  return (
    <li>
      {(isSingle || !isExpanded) && <Row version={newest} changes={changes} {...selectionProps} />}
      {!isSingle && (
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={isExpanded}
          onClick={() => setIsExpanded(!isExpanded)}
        >
          {isExpanded ? historyText.collapse : historyText.expand(versions.length)}
        </button>
      )}
      {isExpanded && !isSingle && (
        <ul>
          {versions.map((version) => (
            <li key={version.id}>
              <Row version={version} changes={changesOf([version])} isNested {...selectionProps} />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

/** Lists versions by day and writing session, and lets the user select one. */
export function VersionList({
  versions,
  hasOlder,
  isLoading,
  selectedId,
  onSelect,
  onMore,
}: {
  versions: readonly ListedVersion[];
  /** not all versions are loaded */
  hasOlder: boolean;
  isLoading: boolean;
  selectedId: number | null;
  onSelect: (version: ListedVersion) => void;
  onMore: () => void;
}) {
  const dateFormat = useDateFormat();
  const firstId = hasOlder ? undefined : versions.at(-1)?.id;
  const selection = { selectedId, newestId: versions[0]?.id, firstId, onSelect };
  return (
    <nav className={styles.list} aria-label={historyText.versions}>
      {groupVersions(versions).map(({ day, groups }) => (
        <section key={day}>
          <h3 className={styles.day}>{formatLocalDate(day, dateFormat)}</h3>
          <ul>
            {groups.map((group) => (
              <SaveGroupItem key={`${group.session}-${group.newest.id}`} group={group} {...selection} />
            ))}
          </ul>
        </section>
      ))}
      {hasOlder && (
        <Button variant="quiet" busy={isLoading} onClick={onMore}>
          {historyText.showOlder}
        </Button>
      )}
    </nav>
  );
}
