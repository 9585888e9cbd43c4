/** The numbers of the lock types, in the contract and in events. A journal may have any type; an entry has no lock or a password lock. */
export const lockTypes = {
  none: 1,
  /** The server asks for the password before it opens the text. */
  password: 2,
  /** Nobody can decrypt the text without the password or the recovery code. */
  encryption: 3,
} as const;

/** The type of a lock that is set. */
export type LockType = typeof lockTypes.password | typeof lockTypes.encryption;
