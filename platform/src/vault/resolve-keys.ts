import { timingSafeEqual } from "node:crypto";
import type { Clock } from "../clock.ts";
import { CannotOpen } from "./authenticated-cipher.ts";
import type { DataKey } from "./data-key.ts";
import type { KeyWrap } from "./key-wrap.ts";
import { isOpenFor, type Lock, type LockAccess } from "./lock-access.ts";
import type { KeyRow, KeyRows } from "./read-key-chains.ts";

/** A key, the locks above the key, and the lock on the key itself. */
export type ResolvedKey = {
  /** `null` behind an encryption lock that this request has not opened. */
  readonly key: DataKey | null;
  /** The topmost lock that is closed for the caller. */
  readonly closedLock: Lock | null;
  /** The lock on this key itself, open or closed. */
  readonly lock: Lock | null;
  /** All locks from the root down, including this key's own. */
  readonly locks: readonly Lock[];
};

type CachedKey = { readonly wrapped: Buffer; readonly parent: DataKey | null; readonly key: DataKey };

const cacheSize = 5_000;

/** Thrown for a key whose stored or requested parent is wrong. */
export class KeyMisplaced extends Error {
  override readonly name = "KeyMisplaced";
  readonly code = "key_misplaced";

  constructor(id: string, parentId: string | null) {
    super(`the key ${id} does not belong under ${parentId ?? "the master key"}`);
  }
}

/**
 * Unwraps keys from rows that were just read. Unwrapped keys are cached, but used only when the row still has the same
 * wrapped bytes and parent. So after a key was erased, re-wrapped or locked, no process uses its cached copy. Keys that only a
 * request's token opened, and all below them, are never cached.
 */
export function createKeyResolver(deps: { keyWrap: KeyWrap; masterKey: DataKey; clock: Clock }) {
  const { keyWrap, masterKey, clock } = deps;
  const cachedKeys = new Map<string, CachedKey>();

  function addToCache(id: string, newKey: CachedKey): DataKey {
    cachedKeys.delete(id);
    cachedKeys.set(id, newKey);
    if (cachedKeys.size > cacheSize) cachedKeys.delete(cachedKeys.keys().next().value!);
    return newKey.key;
  }

  /** Drops a key and those below it from the cache. */
  function forget(id: string): void {
    const cachedKey = cachedKeys.get(id);
    if (!cachedKey) return;
    cachedKeys.delete(id);
    const descendants = [...cachedKeys].filter(([, { parent }]) => parent === cachedKey.key);
    for (const [child] of descendants) forget(child);
  }

  function unwrap(row: KeyRow, parent: DataKey | null, isCacheable: boolean): DataKey {
    const cachedKey = isCacheable ? cachedKeys.get(row.id) : undefined;
    const isUnchanged =
      cachedKey?.parent === parent &&
      cachedKey.wrapped.length === row.wrapped.length &&
      timingSafeEqual(cachedKey.wrapped, row.wrapped);
    const key = isUnchanged
      ? cachedKey.key
      : keyWrap.unwrap(row.wrapped, row.id, row.parentId, parent ?? masterKey);
    return isCacheable ? addToCache(row.id, { wrapped: row.wrapped, parent, key }) : key;
  }

  type Step = ResolvedKey & { readonly isCacheable: boolean };

  function resolveStep(
    rows: KeyRows,
    id: string,
    lockAccess: LockAccess,
    descendantIds: readonly string[],
  ): Step | null {
    const row = rows.get(id);
    if (!row) {
      forget(id);
      return null;
    }
    if (descendantIds.includes(id)) throw new KeyMisplaced(id, row.parentId);
    const parent =
      row.parentId === null ? null : resolveStep(rows, row.parentId, lockAccess, [...descendantIds, id]);
    if (row.parentId !== null && !parent) return null;
    const { lock } = row;
    const locks = [...(parent?.locks ?? []), ...(lock ? [lock] : [])];
    const ownClosedLock = lock && !isOpenFor(lock, lockAccess, clock.now()) ? lock : null;
    const closedLock = parent?.closedLock ?? ownClosedLock;
    if (row.lockSalt !== null) {
      if (!lock) throw new CannotOpen("key");
      forget(id);
      return { key: lockAccess.keys.get(id) ?? null, closedLock, lock, locks, isCacheable: false };
    }
    if (parent && !parent.key) return { key: null, closedLock, lock, locks, isCacheable: false };
    const isCacheable = parent?.isCacheable ?? true;
    return { key: unwrap(row, parent?.key ?? null, isCacheable), closedLock, lock, locks, isCacheable };
  }

  return {
    /**
     * The key of an id; `null` when this key or a key above it is missing. Throws `CannotOpen` when a row does not open,
     * for example because it was changed, and {@link KeyMisplaced} when the rows place a key below itself.
     */
    resolve: (rows: KeyRows, id: string, lockAccess: LockAccess): ResolvedKey | null =>
      resolveStep(rows, id, lockAccess, []),
    addToCache,
    forget,
    forgetAll: () => cachedKeys.clear(),
  };
}
