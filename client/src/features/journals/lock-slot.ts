import type { Journal } from "@daybook/domain/contract/journals";
import { lockTypes } from "@daybook/domain/contract/lock-types";
import type { ComponentType } from "react";

/** The lock dialog of a journal. The route passes it in, because it belongs to another feature. */
export type LockSlot = ComponentType<{
  journal: Journal;
  /** whether the user is still on the page that opened the dialog; see `useIsOnPage` */
  isOnPage: () => boolean;
  onClose: () => void;
}>;

/** Whether the user can lock a journal. Classroom journals cannot be locked. */
export const canLock = (journal: Pick<Journal, "is_classroom_master" | "is_classroom_slave">): boolean =>
  !journal.is_classroom_master && !journal.is_classroom_slave;

/** Whether the journal can be locked now without entering a password. */
export const canLockWithOneClick = (journal: Journal): boolean =>
  canLock(journal) &&
  journal.is_unlocked &&
  (journal.lock_type_id === lockTypes.encryption ||
    (journal.lock_type_id === lockTypes.password && journal.remember_password));
