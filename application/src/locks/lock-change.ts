import type { LockType } from "@daybook/domain/contract/lock-types";

/** Sets a lock, or changes the password of one that is set. */
export type SetLock = {
  readonly kind: "set";
  /** What is `undefined` stays as it is; a new lock is a password lock, not remembered, and does not close by itself. */
  readonly type: LockType | undefined;
  readonly remember: boolean | undefined;
  readonly auto: boolean | undefined;
  readonly password: string;
  readonly hint: string;
  /** `true` makes a new recovery code, `false` removes it. */
  readonly recovery: boolean | undefined;
  /** The current password; needed to change a lock that is there, open or not. */
  readonly current: string | undefined;
};

/** A change of the lock of a journal or an entry. */
export type LockChange =
  | SetLock
  /** Closes the lock in all sessions. */
  | { readonly kind: "close" }
  | { readonly kind: "open" | "remove"; readonly password: string }
  /** Whether the lock closes by itself after a while. */
  | { readonly kind: "auto"; readonly auto: boolean };

/** Secrets that only the reply to the change carries; they are stored nowhere. */
export type LockSecrets = {
  /** Opens an encryption lock for the session that asked, together with its own authentication. */
  readonly unlockToken?: string;
  /** Encrypts drafts of what is behind an encryption lock. */
  readonly draftKey?: string;
  readonly recoveryCode?: string;
};
