import type { Entry } from "@daybook/domain/contract/entries";
import type { Journal } from "@daybook/domain/contract/journals";
import type { ComponentType } from "react";

/** What is told of an entry's lock. */
type LockedEntry = Pick<
  Entry,
  "id" | "title" | "locked" | "is_unlocked" | "password_hint" | "remember_password" | "auto_lock"
>;

/** What the pad tells the dialog for the lock of an entry. It comes from outside, as the history does. */
export type PadLockProps = {
  entry: LockedEntry;
  journal: Pick<Journal, "id">;
  /** the entry as it is now, closed when `is_unlocked` is false; without it, nothing was changed */
  onDone: (entry?: Entry) => void;
};

/** A dialog for the lock of an entry, shown while it is rendered. What is unsaved is saved before it opens. */
export type PadLock = ComponentType<PadLockProps>;
