import type { FoundEntry } from "@daybook/domain/contract/search";
import { Lock } from "lucide-react";
import { observer } from "mobx-react-lite";
import { Link } from "react-router";
import { commonText } from "../../shared/common-text.ts";
import { useDateFormat } from "../../shared/use-date-format.ts";
import styles from "./search-result.module.css";
import { resultDate } from "./result-date.ts";
import { Marked } from "./marked.tsx";
import { searchText } from "./search-text.ts";
import { resultPath, type MatchState } from "./search-path.ts";
import { useStores } from "../../stores/use-stores.ts";

function LockIcon({ label }: { label: string }) {
  return (
    <span className={styles.lock} title={label}>
      <Lock size={15} aria-hidden />
      <span className="visually-hidden">{label}</span>
    </span>
  );
}

/**
 * A found entry. When the entry or its journal has a lock, the title is shown, but the excerpt is hidden, even if the server sent one.
 *
 * @param match what to highlight on the page of the entry
 * @param onOpen called when the entry is about to be opened
 */
export const SearchResult = observer(function SearchResult({
  entry,
  match,
  onOpen,
}: {
  entry: FoundEntry;
  match: string;
  onOpen: () => void;
}) {
  const { journals } = useStores();
  const dateFormat = useDateFormat();
  const isHidden = entry.is_locked || entry.journal.is_locked;
  const state: MatchState = match === "" ? null : { match };
  return (
    <li className={styles.entry}>
      <h3 className={styles.title} data-untitled={entry.title.trim() === "" || undefined}>
        <Link to={resultPath(entry, journals)} state={state} data-result onClick={onOpen}>
          {entry.title.trim() === "" ? commonText.entries.untitled : <Marked html={entry.title} />}
        </Link>
        {entry.is_locked && <LockIcon label={searchText.lockedEntry} />}
      </h3>
      <p className={styles.details}>
        <span>
          <span className={styles.journal}>{entry.journal.name}</span>
          {entry.journal.is_locked && <LockIcon label={searchText.lockedJournal} />}
        </span>
        <time dateTime={new Date(entry.created * 1000).toISOString()}>{resultDate(entry, dateFormat)}</time>
      </p>
      <p className={styles.excerpt} data-hidden={isHidden || undefined}>
        {isHidden ? searchText.hidden : <Marked html={entry.excerpt} />}
      </p>
    </li>
  );
});
