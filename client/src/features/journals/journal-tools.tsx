import type { Journal } from "@daybook/domain/contract/journals";
import { Lock } from "lucide-react";
import { observer } from "mobx-react-lite";
import { lazy, Suspense } from "react";
import { useSearchParams } from "react-router";
import { Button } from "../../shared/ui/button.tsx";
import { LockBadge, lockOf } from "../../shared/ui/lock-badge.tsx";
import { HelpMenu } from "./help-menu.tsx";
import { JournalMenu } from "./journal-menu.tsx";
import styles from "./journal-tools.module.css";
import { closesAtOnce, type LockSlot } from "./lock-slot.ts";
import { shelfCopy } from "./shelf-copy.ts";
import { useJournalActs } from "./use-journal-acts.ts";

const Tour = lazy(async () => ({ default: (await import("./tour.tsx")).Tour }));

/** What can be done with the journal that one is in: its lock in one click, its menu, help, and the tour that the address asks for. */
export const JournalTools = observer(function JournalTools({
  journal,
  lockSlot,
}: {
  journal: Journal;
  lockSlot: LockSlot;
}) {
  const [query] = useSearchParams();
  const { lockNow } = useJournalActs(journal, true);
  return (
    <div className={styles.tools}>
      {closesAtOnce(journal) ? (
        <Button icon={<Lock size={16} aria-hidden />} onClick={() => void lockNow()}>
          {shelfCopy.lockNow}
        </Button>
      ) : (
        <LockBadge lock={lockOf(journal)} />
      )}
      <span data-tour="journal">
        <JournalMenu journal={journal} inside lockSlot={lockSlot} />
      </span>
      <HelpMenu tourOf={journal.id} />
      {query.has("tour") && (
        <Suspense>
          <Tour />
        </Suspense>
      )}
    </div>
  );
});
