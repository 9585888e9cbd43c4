import { timingSafeEqual } from "node:crypto";
import type { Clock } from "../clock.ts";
import { CannotOpen } from "./authenticated-cipher.ts";
import type { DataKey } from "./data-key.ts";
import type { KeyWrap } from "./key-wrap.ts";
import { isOpenFor, type Lock, type LockAccess } from "./lock-access.ts";
import type { KeyRow, KeyRows } from "./read-key-chains.ts";

/** A resolved key: the key with the locks above it. */
export type ResolvedKeys = {
  /** `null` behind an encryption lock that this request has not opened. */
  readonly key: DataKey | null;
  /** The topmost lock that is closed for the caller. */
  readonly closed: Lock | null;
  /** The lock on this key itself, open or closed. */
  readonly lock: Lock | null;
  /** All locks from the root down, including this key's own. */
  readonly locks: readonly Lock[];
};

type Unwrapped = { readonly wrapped: Buffer; readonly parent: DataKey | null; readonly key: DataKey };

const cacheSize = 5_000;

/** A key does not belong under the parent that the caller names. */
export class KeyMisplaced extends Error {
  override readonly name = "KeyMisplaced";
  readonly code = "key_misplaced";

  constructor(id: string, parentId: string | null) {
    super(`the key ${id} does not belong under ${parentId ?? "the master key"}`);
  }
}

/**
 * Unwraps keys from rows that were just read. Unwrapped keys are cached, but used only when the row still has the same
 * wrapped bytes and parent. So an erased, re-wrapped or locked key fails at once in every process. Keys that only a
 * request's token opened, and all below them, are never cached.
 */
export function createKeyResolver(deps: { keyWrap: KeyWrap; master: DataKey; clock: Clock }) {
  const { keyWrap, master, clock } = deps;
  const remembered = new Map<string, Unwrapped>();

  function remember(id: string, unwrapped: Unwrapped): DataKey {
    remembered.delete(id);
    remembered.set(id, unwrapped);
    if (remembered.size > cacheSize) remembered.delete(remembered.keys().next().value!);
    return unwrapped.key;
  }

  /** Drops a key and those below it from the cache. */
  function forget(id: string): void {
    const rememberedKey = remembered.get(id);
    if (!rememberedKey) return;
    remembered.delete(id);
    const rememberedBelow = [...remembered].filter(([, { parent }]) => parent === rememberedKey.key);
    for (const [child] of rememberedBelow) forget(child);
  }

  function unwrap(row: KeyRow, parent: DataKey | null, shared: boolean): DataKey {
    const rememberedKey = shared ? remembered.get(row.id) : undefined;
    const isUnchanged =
      rememberedKey?.parent === parent &&
      rememberedKey.wrapped.length === row.wrapped.length &&
      timingSafeEqual(rememberedKey.wrapped, row.wrapped);
    const key = isUnchanged
      ? rememberedKey.key
      : keyWrap.unwrap(row.wrapped, row.id, row.parentId, parent ?? master);
    return shared ? remember(row.id, { wrapped: row.wrapped, parent, key }) : key;
  }

  type Step = ResolvedKeys & { readonly shared: boolean };

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
    const parentKey =
      row.parentId === null ? null : resolveStep(rows, row.parentId, lockAccess, [...descendantIds, id]);
    if (row.parentId !== null && !parentKey) return null;
    const { lock } = row;
    const locks = [...(parentKey?.locks ?? []), ...(lock ? [lock] : [])];
    const closedHere = lock && !isOpenFor(lock, lockAccess, clock.now()) ? lock : null;
    const closedLock = parentKey?.closed ?? closedHere;
    if (row.lockSalt !== null) {
      if (!lock) throw new CannotOpen("key");
      forget(id);
      return { key: lockAccess.keys.get(id) ?? null, closed: closedLock, lock, locks, shared: false };
    }
    if (parentKey && !parentKey.key) return { key: null, closed: closedLock, lock, locks, shared: false };
    const shared = parentKey?.shared ?? true;
    return { key: unwrap(row, parentKey?.key ?? null, shared), closed: closedLock, lock, locks, shared };
  }

  return {
    /** The key of an id; `null` when it or one above it is gone. Throws `CannotOpen` for a changed row. */
    resolve: (rows: KeyRows, id: string, lockAccess: LockAccess): ResolvedKeys | null =>
      resolveStep(rows, id, lockAccess, []),
    remember,
    forget,
    forgetAll: () => remembered.clear(),
  };
}
