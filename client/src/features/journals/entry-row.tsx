import { formatLocalDate } from "@daybook/domain/contract/format-local-date";
import type { ListedEntry } from "@daybook/domain/contract/entries";
import { Globe, Lock, LockOpen, RotateCcw, Star, Trash2 } from "lucide-react";
import { observer } from "mobx-react-lite";
import { useState } from "react";
import { Link } from "react-router";
import { commonText } from "../../shared/common-text.ts";
import { dayOfInstant } from "../../shared/dates.ts";
import { useServices } from "../../shared/services.ts";
import { type DisplayDate, displayDate } from "../../shared/display-date.ts";
import { useDateFormat } from "../../shared/use-date-format.ts";
import { publicLinkDialogState } from "../../shared/public-link-dialog-state.ts";
import { Button } from "../../shared/ui/button.tsx";
import { IconButton } from "../../shared/ui/icon-button.tsx";
import type { EntriesPageKey } from "../../stores/entries.store.ts";
import { bulkText } from "./bulk/bulk-text.ts";
import { EraseQuestion } from "./bulk/erase-question.tsx";
import type { ListActions } from "./bulk/use-list-actions.ts";
import { daysLeft } from "./days-left.ts";
import { classNames } from "../../shared/ui/class-names.ts";
import excerptStyles from "../../shared/ui/excerpt.module.css";
import styles from "./entry-row.module.css";
import { listText } from "./list-text.ts";
import { listPath } from "./list-path.ts";
import type { JournalLock } from "./password-question.tsx";
import { useStores } from "../../stores/use-stores.ts";

type RowProps = { entry: ListedEntry; title: string; actions: ListActions };

function TrashedActions({ entry, title, actions, journal }: RowProps & { journal: JournalLock }) {
  const [isAsking, setIsAsking] = useState(false);
  const selection = { ids: [entry.id] };
  return (
    <div className={styles.actions}>
      <Button
        icon={<RotateCcw size={16} aria-hidden />}
        aria-label={listText.restore(title)}
        onClick={() => void actions.restore(selection, 1)}
      >
        {commonText.actions.restore}
      </Button>
      <Button variant="quiet" aria-label={listText.eraseOf(title)} onClick={() => setIsAsking(true)}>
        {listText.erase}
      </Button>
      <EraseQuestion
        title={listText.eraseTitle(title)}
        count={1}
        journal={journal}
        open={isAsking}
        onClose={() => setIsAsking(false)}
        onErase={(password) => actions.erase(selection, 1, password)}
      />
    </div>
  );
}

function RowActions({ entry, title, actions }: RowProps) {
  return (
    <div className={styles.actions}>
      <IconButton
        label={entry.starred ? listText.unstar(title) : listText.star(title)}
        aria-pressed={entry.starred}
        onClick={() => void actions.star(entry, !entry.starred)}
      >
        <Star size={18} fill={entry.starred ? "currentColor" : "none"} aria-hidden />
      </IconButton>
      <IconButton label={listText.trash(title)} onClick={() => void actions.trash({ ids: [entry.id] }, 1)}>
        <Trash2 size={18} aria-hidden />
      </IconButton>
    </div>
  );
}

function LockIcon({ isOpen }: { isOpen: boolean }) {
  const Icon = isOpen ? LockOpen : Lock;
  return (
    <span className={styles.lock} title={isOpen ? listText.unlocked : listText.locked}>
      <Icon size={15} aria-hidden />
      <span className="visually-hidden">{isOpen ? listText.unlocked : listText.locked}</span>
    </span>
  );
}

/** Shows that the entry has a public link. A click opens the entry with the dialog of that link. */
function PublicLinkIcon({ entry, title, onOpen }: { entry: ListedEntry; title: string; onOpen: () => void }) {
  const label = listText.publicLink(title);
  return (
    <Link
      className={styles.publicLink}
      to={`/journals/${entry.journal.id}/${entry.id}`}
      state={publicLinkDialogState.open}
      aria-label={label}
      title={label}
      onClick={onOpen}
    >
      <Globe size={15} aria-hidden />
    </Link>
  );
}

function Tags({ entry, pageKey }: { entry: ListedEntry; pageKey: EntriesPageKey }) {
  if (entry.tags.length === 0) return null;
  return (
    <ul className={styles.tags} aria-label={listText.tags}>
      {entry.tags.map(({ id, name }) => (
        <li key={id}>
          <Link
            to={listPath({ ...pageKey, page: 1, tag: String(id) })}
            aria-label={listText.taggedWith(name)}
            aria-current={pageKey.tag === String(id) ? "true" : undefined}
          >
            {name}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/**
 * The line below the excerpt, with the tags. The line has the word count if no lock hides the text. In the trash, it has the days until
 * the entry is erased. In a list by last change, it has the date of the last change, unless the row already shows this date.
 */
const EntryDetails = observer(function EntryDetails({
  entry,
  pageKey,
  date,
}: {
  entry: ListedEntry;
  pageKey: EntriesPageKey;
  date: DisplayDate | null;
}) {
  const dateFormat = useDateFormat();
  const { clock } = useServices();
  const isTextHidden = entry.locked && !entry.is_unlocked;
  return (
    <div className={styles.details}>
      {pageKey.view === "trashed" && entry.trashed_at !== null && (
        <span className={styles.daysLeft}>{listText.daysLeft(daysLeft(entry.trashed_at, clock.now()))}</span>
      )}
      {!isTextHidden && <span>{listText.wordCount(entry.word_count)}</span>}
      {pageKey.order === "modified" && !date?.isChange && (
        <span>{listText.changed(formatLocalDate(dayOfInstant(entry.modified_at), dateFormat))}</span>
      )}
      <Tags entry={entry} pageKey={pageKey} />
    </div>
  );
});

/** One entry of the list. In the trash, an entry can be restored or erased, but not opened. */
export const EntryRow = observer(function EntryRow({
  entry,
  pageKey,
  actions,
  journal,
  isSelected,
  onSelect,
  onOpen,
}: {
  entry: ListedEntry;
  pageKey: EntriesPageKey;
  actions: ListActions;
  journal: JournalLock;
  isSelected: boolean;
  /** @param asRange the Shift key was held */
  onSelect: (isSelected: boolean, asRange: boolean) => void;
  /** called when the entry is about to be opened */
  onOpen: () => void;
}) {
  const dateFormat = useDateFormat();
  const { journals } = useStores();
  const composeSetting = journals.find(entry.journal.id)?.compose_setting;
  const date = displayDate(composeSetting?.display_date_method, entry, dateFormat);
  const title = entry.title.trim() || commonText.entries.untitled;
  const isTextHidden = entry.locked && !entry.is_unlocked;
  return (
    <li
      className={styles.row}
      data-selected={isSelected || undefined}
      data-no-date={date === null || undefined}
    >
      <label className={styles.check}>
        <input
          type="checkbox"
          aria-label={bulkText.select(title)}
          checked={isSelected}
          onChange={(event) => {
            const { shiftKey = false } = event.nativeEvent as { shiftKey?: boolean };
            onSelect(event.target.checked, shiftKey);
          }}
        />
      </label>
      {date && (
        <time className={styles.date} dateTime={date.day}>
          {date.isChange && <span className={styles.changedOn}>{listText.changedOn} </span>}
          {date.text}
        </time>
      )}
      <div className={styles.text}>
        <h3 className={styles.title} data-untitled={entry.title.trim() === "" || undefined}>
          {pageKey.view === "trashed" ? (
            title
          ) : (
            <Link to={`/journals/${entry.journal.id}/${entry.id}`} onClick={onOpen}>
              {title}
            </Link>
          )}
          {entry.locked && <LockIcon isOpen={entry.is_unlocked} />}
          {pageKey.view !== "trashed" && entry.public_url !== null && (
            <PublicLinkIcon entry={entry} title={title} onOpen={onOpen} />
          )}
        </h3>
        <p
          className={classNames(excerptStyles.excerpt, styles.excerpt)}
          data-hidden={isTextHidden || undefined}
        >
          {isTextHidden ? listText.lockedText : entry.excerpt || commonText.entries.noText}
        </p>
        <EntryDetails entry={entry} pageKey={pageKey} date={date} />
      </div>
      {pageKey.view === "trashed" ? (
        <TrashedActions entry={entry} title={title} actions={actions} journal={journal} />
      ) : (
        <RowActions entry={entry} title={title} actions={actions} />
      )}
    </li>
  );
});
