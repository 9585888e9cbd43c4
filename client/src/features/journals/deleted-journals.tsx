import type { Journal } from "@daybook/domain/contract/journals";
import { ChevronDown, ChevronRight } from "lucide-react";
import { observer } from "mobx-react-lite";
import { lazy, Suspense, useState } from "react";
import { whenReachable } from "../../shared/connection.ts";
import { commonText } from "../../shared/common-text.ts";
import { useServices } from "../../shared/services.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Notice } from "../../shared/ui/notice.tsx";
import { Skeleton } from "../../shared/ui/skeleton.tsx";
import { TypedAhead } from "../../shared/ui/typed-ahead.tsx";
import { useToasts } from "../../shared/ui/toast.tsx";
import { Cover } from "../../shared/ui/cover.tsx";
import { LockBadge, lockOf } from "../../shared/ui/lock-badge.tsx";
import styles from "./deleted-journals.module.css";
import { journalsText } from "./journals-text.ts";
import { daysLeft } from "./days-left.ts";
import { useStores } from "../../stores/use-stores.ts";

const EraseDialog = lazy(
  whenReachable(async () => ({ default: (await import("./erase-dialog.tsx")).EraseDialog })),
);

/** Lists the journals in the trash, which the user can restore or erase. The list is collapsed at first. */
export const DeletedJournals = observer(function DeletedJournals() {
  const { clock } = useServices();
  const { journals } = useStores();
  const toasts = useToasts();
  const [isOpen, setIsOpen] = useState(false);
  const [failureMessage, setFailureMessage] = useState<string | null>(null);
  const [journalToErase, setJournalToErase] = useState<Journal | null>(null);

  const toggle = async () => {
    setIsOpen(!isOpen);
    setFailureMessage(null);
    if (isOpen) return;
    const result = await journals.loadTrashed();
    if (!result.ok) setFailureMessage(result.message);
  };

  const restore = async (id: number, name: string) => {
    const result = await journals.restore(id);
    if (!result.ok && result.code === "pro_required") toasts.show(journalsText.proRequired);
    else toasts.show(result.ok ? journalsText.restored(name) : result.message);
  };

  return (
    <section className={styles.section}>
      <Button
        className={styles.toggle}
        variant="quiet"
        aria-expanded={isOpen}
        icon={isOpen ? <ChevronDown size={16} aria-hidden /> : <ChevronRight size={16} aria-hidden />}
        onClick={() => void toggle()}
      >
        {journalsText.trash.title}
      </Button>
      {isOpen && failureMessage && <Notice tone="failure">{failureMessage}</Notice>}
      {isOpen && !failureMessage && !journals.trashed && <Skeleton lines={1} />}
      {isOpen && journals.trashed?.length === 0 && <p className={styles.none}>{journalsText.trash.empty}</p>}
      {isOpen && journals.trashed && journals.trashed.length > 0 && (
        <ul className={styles.list}>
          {journals.trashed.map((journal) => (
            <li key={journal.id} className={styles.item}>
              <div className={styles.cover}>
                <Cover journal={journal} small />
              </div>
              <div className={styles.details}>
                <p className={styles.name}>{journal.name}</p>
                <p className={styles.none}>
                  {commonText.journals.entries(journal.entries.total_entries)} ·{" "}
                  {journalsText.trash.daysLeft(daysLeft(journal.trashed_at, clock.now()))}
                </p>
                <LockBadge lock={lockOf(journal)} />
              </div>
              <Button
                aria-label={`${commonText.actions.restore} ${journal.name}`}
                onClick={() => void restore(journal.id, journal.name)}
              >
                {commonText.actions.restore}
              </Button>
              <Button
                variant="quiet"
                aria-label={journalsText.trash.eraseOf(journal.name)}
                onClick={() => setJournalToErase(journal)}
              >
                {journalsText.trash.erase}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {journalToErase && (
        <Suspense fallback={<TypedAhead onClose={() => setJournalToErase(null)} />}>
          <EraseDialog journal={journalToErase} onClose={() => setJournalToErase(null)} />
        </Suspense>
      )}
    </section>
  );
});
