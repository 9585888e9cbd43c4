import type { Entry } from "@daybook/domain/contract/entries";
import type { Journal } from "@daybook/domain/contract/journals";
import type { ComponentType } from "react";

/** What the lock dialog needs of an entry, with or without a lock. */
type EntryLockFields = Pick<
  Entry,
  "id" | "title" | "locked" | "is_unlocked" | "password_hint" | "remember_password" | "auto_lock"
>;

/** The props of the lock dialog. The dialog is passed in, because features do not import each other. */
export type PadLockProps = {
  entry: EntryLockFields;
  journal: Pick<Journal, "id">;
  /** called with the entry after a change, also when the dialog was closed before the reply */
  onChanged: (entry: Entry) => void;
  onClose: () => void;
};

/** The lock dialog. It has no `open` prop: it is open as long as it is rendered. Unsaved changes are saved before it opens. */
export type PadLock = ComponentType<PadLockProps>;
