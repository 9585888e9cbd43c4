import type { FoundEntry as Hit } from "@daybook/domain/contract/search";
import { Lock } from "lucide-react";
import { observer } from "mobx-react-lite";
import { Link } from "react-router";
import { copy } from "../../shared/copy.ts";
import { useServices } from "../../shared/services.ts";
import { useDateFormat } from "../../shared/use-date-format.ts";
import styles from "./found-entry.module.css";
import { foundMoment } from "./found-moment.ts";
import { Marked } from "./marked.tsx";
import { searchCopy } from "./search-copy.ts";
import { hitPath, type SoughtState } from "./search-path.ts";

function LockSign({ label }: { label: string }) {
  return (
    <span className={styles.lock} title={label}>
      <Lock size={15} aria-hidden />
      <span className="visually-hidden">{label}</span>
    </span>
  );
}

/**
 * An entry that was found. What a lock hides is hidden here once more, whatever came with it.
 *
 * @param sought what is marked on its page
 * @param onOpen the entry is about to be opened
 */
export const FoundEntry = observer(function FoundEntry({
  entry,
  sought,
  onOpen,
}: {
  entry: Hit;
  sought: string;
  onOpen: () => void;
}) {
  const { journals } = useServices();
  const dateFormat = useDateFormat();
  const isHidden = entry.is_locked || entry.journal.is_locked;
  const state: SoughtState = sought === "" ? null : { sought };
  return (
    <li className={styles.entry}>
      <h3 className={styles.title} data-untitled={entry.title.trim() === "" || undefined}>
        <Link to={hitPath(entry, journals)} state={state} data-result onClick={onOpen}>
          {entry.title.trim() === "" ? copy.entries.untitled : <Marked html={entry.title} />}
        </Link>
        {entry.is_locked && <LockSign label={searchCopy.lockedEntry} />}
      </h3>
      <p className={styles.facts}>
        <span>
          <span className={styles.journal}>{entry.journal.name}</span>
          {entry.journal.is_locked && <LockSign label={searchCopy.lockedJournal} />}
        </span>
        <time dateTime={new Date(entry.created * 1000).toISOString()}>{foundMoment(entry, dateFormat)}</time>
      </p>
      <p className={styles.excerpt} data-hidden={isHidden || undefined}>
        {isHidden ? searchCopy.hidden : <Marked html={entry.excerpt} />}
      </p>
    </li>
  );
});
