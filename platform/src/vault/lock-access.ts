import { type LockType, lockTypes } from "@daybook/domain/contract/lock-types";
import { idleLockMs } from "@daybook/domain/contract/bounds";
import type { DataKey } from "./data-key.ts";

/** A lock, as read for one request. */
export type Lock = {
  /** What is locked: `journal-7` or `entry-9`. */
  readonly stream: string;
  /** The key that the lock closes, together with all keys below. */
  readonly keyId: string;
  readonly type: LockType;
  /** Sealed by the key of `stream`. */
  readonly hint: string;
  /** For a password lock: whether it may be closed again without its password. */
  readonly remember: boolean;
  /** Whether it closes after a while without use. */
  readonly auto: boolean;
  /** The session families that have a password lock open, with their last use in milliseconds since 1970. */
  readonly openFor: Readonly<Record<string, number>>;
};

/** Which locks are open for one request. */
export type LockAccess = {
  /** The family of the actor's session; `null` without a session. */
  readonly sessionFamilyId: number | null;
  /**
   * The keys of the encryption locks that the unlock tokens of this request opened, by key id (`Lock.keyId`). Do not use them for
   * another request.
   */
  readonly keys: ReadonlyMap<string, DataKey>;
  /** The unlock tokens that opened these keys, by key id. The signature in the path of a photo can contain them, encrypted. */
  readonly tokens: ReadonlyMap<string, string>;
  /** The open locks that this request has used until now, by stream. */
  readonly traversedLocks: Map<string, Lock>;
};

/** Access without a session: every lock is closed. */
export const noLockAccess = (): LockAccess => ({
  sessionFamilyId: null,
  keys: new Map(),
  tokens: new Map(),
  traversedLocks: new Map(),
});

/**
 * Whether a lock is open for a request at the time `now`.
 *
 * @param now milliseconds since 1970
 */
export function isOpenFor(lock: Lock, lockAccess: LockAccess, now: number): boolean {
  if (lock.type === lockTypes.encryption) return lockAccess.keys.has(lock.keyId);
  const usedAt = lockAccess.sessionFamilyId === null ? undefined : lock.openFor[lockAccess.sessionFamilyId];
  return usedAt !== undefined && !(lock.auto && now - usedAt >= idleLockMs);
}

/** A lock on a key or above it is closed for the caller. The message names ids, no content. */
export class KeyLocked extends Error {
  override readonly name = "KeyLocked";
  readonly code = "key_locked";
  readonly lock: Lock;

  constructor(id: string, lock: Lock) {
    super(`the key ${id} is behind the lock of ${lock.stream}`);
    this.lock = lock;
  }
}

/** A row of `vault.locks`, as {@link lockJsonSql} selects it. */
export type LockJson = Omit<Lock, "openFor"> & { readonly openFor: Record<string, number> | null };

/** SQL for a row of `vault.locks`, which the query calls `l`, as one JSON value. The column `lineage` is the id of a session family. */
export const lockJsonSql = `jsonb_build_object(
  'stream', l.stream, 'keyId', l.key_id, 'type', l.type, 'hint', l.hint, 'remember', l.remember, 'auto', l.auto,
  'openFor', (SELECT jsonb_object_agg(o.lineage, (extract(epoch FROM o.last_used_at) * 1000)::int8)
              FROM vault.open_locks o WHERE o.stream = l.stream AND o.token_hash = ''))`;

/** Converts what {@link lockJsonSql} selected. */
export const toLock = (json: LockJson): Lock => ({ ...json, openFor: json.openFor ?? {} });
