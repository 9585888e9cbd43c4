import { idleLockMs } from "@daybook/domain/contract/bounds";
import type { DataKey } from "./data-key.ts";

/** What a lock needs to be opened: 2 its password, and the server is the gate; 3 its password, or nobody reads what is behind it. */
export type LockType = 2 | 3;

/** A lock as every gate sees it: read for the very request that it stands before. */
export type Lock = {
  /** What is locked: `journal-7` or `entry-9`. */
  readonly stream: string;
  /** The key that stays closed with it, and with it all keys below. */
  readonly keyId: string;
  readonly type: LockType;
  /** Sealed by the key of `stream`. */
  readonly hint: string;
  /** Whether it may be closed again without typing the password. */
  readonly remember: boolean;
  /** Whether it closes when nobody used it for a while. */
  readonly auto: boolean;
  /** The sign-ins that have a password lock open, with their last use in unix milliseconds. */
  readonly openFor: Readonly<Record<string, number>>;
};

/** On whose behalf keys are opened, made for one request. */
export type Opening = {
  /** The sign-in of the session that asks. */
  readonly lineage: number | null;
  /** Keys behind encryption locks that this request's tokens opened. Never put where another request finds them. */
  readonly keys: ReadonlyMap<string, DataKey>;
  /** The tokens that opened them, by the same names: an address that is to open a picture carries them on. */
  readonly tokens: ReadonlyMap<string, string>;
  /** The locks that this request went through; filled on the way. */
  readonly passed: Map<string, Lock>;
};

/** Nobody in particular: every lock is closed. */
export const nobodysOpening = (): Opening => ({
  lineage: null,
  keys: new Map(),
  tokens: new Map(),
  passed: new Map(),
});

/** Whether a lock is open for somebody at a time, unix milliseconds. */
export function isOpenFor(lock: Lock, opening: Opening, now: number): boolean {
  if (lock.type === 3) return opening.keys.has(lock.keyId);
  const usedAt = opening.lineage === null ? undefined : lock.openFor[opening.lineage];
  return usedAt !== undefined && !(lock.auto && now - usedAt >= idleLockMs);
}

/** A lock on the way to a key is closed for whoever asks. The message names ids, no content. */
export class KeyLocked extends Error {
  override readonly name = "KeyLocked";
  readonly code = "key_locked";
  readonly lock: Lock;

  constructor(id: string, lock: Lock) {
    super(`the key ${id} is behind the lock of ${lock.stream}`);
    this.lock = lock;
  }
}

/** A row of `vault.locks`, as {@link lockJson} selects it. */
export type LockJson = Omit<Lock, "openFor"> & { readonly openFor: Record<string, number> | null };

/** A lock of the table `l` as one JSON value. */
export const lockJson = `jsonb_build_object(
  'stream', l.stream, 'keyId', l.key_id, 'type', l.type, 'hint', l.hint, 'remember', l.remember, 'auto', l.auto,
  'openFor', (SELECT jsonb_object_agg(o.lineage, (extract(epoch FROM o.last_used_at) * 1000)::int8)
              FROM vault.open_locks o WHERE o.stream = l.stream AND o.token_hash = ''))`;

/** Reads what {@link lockJson} selected. */
export const toLock = (json: LockJson): Lock => ({ ...json, openFor: json.openFor ?? {} });
