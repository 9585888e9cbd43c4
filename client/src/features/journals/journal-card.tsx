import type { Journal } from "@daybook/domain/contract/journals";
import { Lock, LockOpen, PenLine } from "lucide-react";
import { observer } from "mobx-react-lite";
import { Link } from "react-router";
import { commonText } from "../../shared/common-text.ts";
import { ButtonLink } from "../../shared/ui/button.tsx";
import { classNames } from "../../shared/ui/class-names.ts";
import { Cover } from "../../shared/ui/cover.tsx";
import { LockBadge, lockOf } from "../../shared/ui/lock-badge.tsx";
import { useIsOnPage } from "../../shared/use-is-on-page.ts";
import styles from "./journal-card.module.css";
import { JournalMenu } from "./journal-menu.tsx";
import type { LockSlot } from "./lock-slot.ts";
import { MoveHandle } from "./move-handle.tsx";
import { journalsText } from "./journals-text.ts";
import type { MoveProps } from "./use-arrange.ts";
import { useLastUpdated } from "./use-last-updated.ts";

/** The props that cards and rows share. */
export type JournalItem = {
  journal: Journal;
  lockSlot: LockSlot;
  /** for moving the journal; null when there is nothing to arrange */
  moveProps: MoveProps | null;
};

/** The main action of a journal: write in it, or unlock it first. */
export function WriteOrUnlockLink({ journal, primary = false }: { journal: Journal; primary?: boolean }) {
  const { id, name } = journal;
  const variant = primary ? "primary" : "secondary";
  if (!journal.is_unlocked) {
    return (
      <ButtonLink
        className={styles.write}
        variant={variant}
        to={`/journals/${id}/unlock`}
        aria-label={journalsText.openOf(name)}
        icon={<LockOpen size={16} aria-hidden />}
      >
        {journalsText.open}
      </ButtonLink>
    );
  }
  return (
    <ButtonLink
      className={styles.write}
      variant={variant}
      to={`/journals/${id}/new`}
      aria-label={journalsText.newEntryIn(name)}
      icon={<PenLine size={16} aria-hidden />}
    >
      {commonText.journals.newEntry}
    </ButtonLink>
  );
}

/** The lock icon on a cover. It is decorative, because the card also has the lock state in words. */
function CoverLock({ lock }: { lock: ReturnType<typeof lockOf> }) {
  if (lock === "none") return null;
  return (
    <span className={styles.coverLock} data-lock={lock}>
      {lock === "open" ? <LockOpen size={16} /> : <Lock size={16} />}
    </span>
  );
}

/** A journal as a card. The cover and the name are links to the journal. With `isOnlyJournal`, the card is larger. */
export const JournalCard = observer(function JournalCard({
  journal,
  lockSlot,
  moveProps,
  isOnlyJournal = false,
}: JournalItem & { isOnlyJournal?: boolean }) {
  const { id, name } = journal;
  const isOnPage = useIsOnPage();
  const lastUpdated = useLastUpdated(journal);
  const lock = lockOf(journal);

  return (
    <li
      className={classNames(
        styles.card,
        isOnlyJournal && styles.onlyJournal,
        moveProps?.isDragged && styles.dragged,
      )}
      data-drop={moveProps?.dropPosition ?? undefined}
      {...moveProps?.itemProps}
    >
      <Link className={styles.cover} to={`/journals/${id}`} tabIndex={-1} aria-hidden draggable={false}>
        <Cover journal={journal} />
        <CoverLock lock={lock} />
      </Link>
      <div className={styles.details}>
        <h2 className={styles.name}>
          <Link to={`/journals/${id}`} draggable={false}>
            {name}
          </Link>
        </h2>
        <div className={styles.tools}>
          {moveProps && <MoveHandle name={name} moveProps={moveProps} />}
          <JournalMenu journal={journal} isOnPage={isOnPage} lockSlot={lockSlot} />
        </div>
        <p className={styles.count}>
          {lastUpdated === null && (isOnlyJournal ? journalsText.writeFirstEntry : journalsText.noEntries)}
          {lastUpdated !== null && (
            <>
              {commonText.journals.entries(journal.entries.total_entries)}
              <br />
              {journalsText.updated(lastUpdated)}
            </>
          )}
        </p>
        {lock !== "none" && (
          <p className={styles.lock}>
            <LockBadge lock={lock} />
          </p>
        )}
      </div>
      <WriteOrUnlockLink journal={journal} primary={isOnlyJournal} />
    </li>
  );
});
