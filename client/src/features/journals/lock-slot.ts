import type { Journal } from "@daybook/domain/contract/journals";
import type { ComponentType } from "react";

/** The dialog for a journal's lock, which the routes hand in: it belongs to another feature. */
export type LockSlot = ComponentType<{ journal: Journal; onClose: () => void }>;

/** Locks of a class's journals are the class's matter. */
export const mayLock = (journal: Pick<Journal, "is_classroom_master" | "is_classroom_slave">): boolean =>
  !journal.is_classroom_master && !journal.is_classroom_slave;

/** True when one click closes the journal's lock again. */
export const closesAtOnce = (journal: Journal): boolean =>
  mayLock(journal) &&
  journal.is_unlocked &&
  (journal.lock_type_id === 3 || (journal.lock_type_id === 2 && journal.remember_password));
