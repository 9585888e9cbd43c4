import type { Journal } from "@daybook/domain/contract/journals";
import { Lock } from "lucide-react";
import { observer } from "mobx-react-lite";
import { lazy, Suspense } from "react";
import { useSearchParams } from "react-router";
import { whenReachable } from "../../shared/connection.ts";
import { Button } from "../../shared/ui/button.tsx";
import { LockBadge, lockOf } from "../../shared/ui/lock-badge.tsx";
import { HelpMenu } from "./help-menu.tsx";
import { JournalMenu } from "./journal-menu.tsx";
import styles from "./journal-tools.module.css";
import { canLockWithOneClick, type LockSlot } from "./lock-slot.ts";
import { journalsText } from "./journals-text.ts";
import { useJournalActions } from "./use-journal-actions.ts";

const Tour = lazy(whenReachable(async () => ({ default: (await import("./tour.tsx")).Tour })));

/**
 * The tools on the page of a journal: the button that locks the journal now, or the lock badge; the menu; help; and the tour when the
 * URL has `?tour`.
 */
export const JournalTools = observer(function JournalTools({
  journal,
  isOnPage,
  lockSlot,
}: {
  journal: Journal;
  /** whether the user is still on the page; from the page's own `useIsOnPage`, because a deletion may remove these tools before the page */
  isOnPage: () => boolean;
  lockSlot: LockSlot;
}) {
  const [query] = useSearchParams();
  const { lockNow } = useJournalActions(journal, { isOwnPage: true, isOnPage });
  return (
    <div className={styles.tools}>
      {canLockWithOneClick(journal) ? (
        <Button icon={<Lock size={16} aria-hidden />} onClick={() => void lockNow()}>
          {journalsText.lockNow}
        </Button>
      ) : (
        <LockBadge lock={lockOf(journal)} />
      )}
      <span data-tour="journal">
        <JournalMenu journal={journal} isOwnPage isOnPage={isOnPage} lockSlot={lockSlot} />
      </span>
      <HelpMenu tourJournalId={journal.id} />
      {query.has("tour") && (
        <Suspense>
          <Tour />
        </Suspense>
      )}
    </div>
  );
});
