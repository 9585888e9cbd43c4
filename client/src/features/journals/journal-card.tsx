import type { Journal } from "@daybook/domain/contract/journals";
import { Lock, LockOpen, PenLine } from "lucide-react";
import { observer } from "mobx-react-lite";
import { Link } from "react-router";
import { copy } from "../../shared/copy.ts";
import { ButtonLink } from "../../shared/ui/button.tsx";
import { classNames } from "../../shared/ui/class-names.ts";
import { Cover } from "../../shared/ui/cover.tsx";
import { LockBadge, lockOf } from "../../shared/ui/lock-badge.tsx";
import styles from "./journal-card.module.css";
import { JournalMenu } from "./journal-menu.tsx";
import type { LockSlot } from "./lock-slot.ts";
import { MoveHandle } from "./move-handle.tsx";
import { shelfCopy } from "./shelf-copy.ts";
import type { Place } from "./use-arrange.ts";
import { useWritten } from "./use-written.ts";

/** What every kind of shelf is told of one journal. */
export type ShelfItem = {
  journal: Journal;
  lockSlot: LockSlot;
  /** how it is moved; null where there is nothing to arrange */
  place: Place | null;
};

/** The one thing to do with a journal: to write in it, or to open it first. */
export function WriteLink({ journal, primary = false }: { journal: Journal; primary?: boolean }) {
  const { id, name } = journal;
  const variant = primary ? "primary" : "secondary";
  if (!journal.is_unlocked) {
    return (
      <ButtonLink
        className={styles.write}
        variant={variant}
        to={`/journals/${id}/unlock`}
        aria-label={shelfCopy.openOf(name)}
        icon={<LockOpen size={16} aria-hidden />}
      >
        {shelfCopy.open}
      </ButtonLink>
    );
  }
  return (
    <ButtonLink
      className={styles.write}
      variant={variant}
      to={`/journals/${id}/new`}
      aria-label={shelfCopy.newEntryIn(name)}
      icon={<PenLine size={16} aria-hidden />}
    >
      {copy.journals.newEntry}
    </ButtonLink>
  );
}

/** The lock on a cover, as a picture: the words stand below. */
function Clasp({ lock }: { lock: ReturnType<typeof lockOf> }) {
  if (lock === "none") return null;
  return (
    <span className={styles.clasp} data-lock={lock}>
      {lock === "open" ? <LockOpen size={16} /> : <Lock size={16} />}
    </span>
  );
}

/** A journal on the shelf: its cover and name lead into it. One that stands `alone` takes the room it has. */
export const JournalCard = observer(function JournalCard({
  journal,
  lockSlot,
  place,
  alone = false,
}: ShelfItem & { alone?: boolean }) {
  const { id, name } = journal;
  const written = useWritten(journal);
  const lock = lockOf(journal);

  return (
    <li
      className={classNames(styles.card, alone && styles.alone, place?.isDragged && styles.dragged)}
      data-drop={place?.drop ?? undefined}
      {...place?.item}
    >
      <Link className={styles.cover} to={`/journals/${id}`} tabIndex={-1} aria-hidden draggable={false}>
        <Cover journal={journal} />
        <Clasp lock={lock} />
      </Link>
      <div className={styles.facts}>
        <h2 className={styles.name}>
          <Link to={`/journals/${id}`} draggable={false}>
            {name}
          </Link>
        </h2>
        <div className={styles.tools}>
          {place && <MoveHandle name={name} place={place} />}
          <JournalMenu journal={journal} lockSlot={lockSlot} />
        </div>
        <p className={styles.count}>
          {written === null && (alone ? shelfCopy.firstPage : shelfCopy.never)}
          {written !== null && (
            <>
              {copy.journals.entries(journal.entries.total_entries)}
              <br />
              {shelfCopy.written(written)}
            </>
          )}
        </p>
        {lock !== "none" && (
          <p className={styles.lock}>
            <LockBadge lock={lock} />
          </p>
        )}
      </div>
      <WriteLink journal={journal} primary={alone} />
    </li>
  );
});
