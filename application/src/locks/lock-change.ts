import type { LockType } from "@daybook/domain/contract/lock-types";

/**
 * Sets a lock, or changes an existing one. An undefined option does not change. A new lock is by default a password lock that does not
 * remember its password and does not close by itself.
 */
export type SetLock = {
  readonly kind: "set";
  readonly type: LockType | undefined;
  /** For a password lock: whether one click closes the open lock. Otherwise the password is needed to lock again. */
  readonly remember: boolean | undefined;
  /** Whether the lock closes by itself after a time without use. */
  readonly autoLock: boolean | undefined;
  readonly password: string;
  readonly hint: string;
  /** `true` makes a new recovery code, `false` removes it. */
  readonly recovery: boolean | undefined;
  /** The current password; needed to change an existing lock, open or closed. */
  readonly currentPassword: string | undefined;
};

/** A change of the lock of a journal or an entry. */
export type LockChange =
  | SetLock
  /** Closes the lock in all sessions. Refused for a password lock that does not remember its password. */
  | { readonly kind: "close" }
  | { readonly kind: "open" | "remove"; readonly password: string }
  | { readonly kind: "changeAutoLock"; readonly autoLock: boolean };

/** Secrets that only the reply to the change contains. They are not stored. */
export type LockSecrets = {
  /** Opens an encryption lock for the session family that requested the change. The request must also be signed by such a session. */
  readonly unlockToken?: string;
  /** Encrypts the drafts of texts that an encryption lock protects. */
  readonly draftKey?: string;
  readonly recoveryCode?: string;
};
