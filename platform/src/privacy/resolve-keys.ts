import { timingSafeEqual } from "node:crypto";
import type { Clock } from "../clock.ts";
import { CannotOpen } from "./authenticated-cipher.ts";
import type { DataKey } from "./data-key.ts";
import type { KeyWrap } from "./key-wrap.ts";
import { isOpenFor, type Lock, type Opening } from "./lock-facts.ts";
import type { KeyRow, KeyRows } from "./read-chains.ts";

/** What came of unwrapping a key from its root down. */
export type Resolved = {
  /** `null` behind an encryption lock that this request has not opened. */
  readonly key: DataKey | null;
  /** The topmost lock on the way that is closed for whoever asks. */
  readonly closed: Lock | null;
  /** The lock on this key itself, open or closed. */
  readonly lock: Lock | null;
  /** The locks on the way, this one among them. */
  readonly locks: readonly Lock[];
};

type Unwrapped = { readonly wrapped: Buffer; readonly parent: DataKey | null; readonly key: DataKey };

const cacheSize = 5_000;

/** A key stands elsewhere in the tree than the caller believes, or cannot stand where the caller wants it. */
export class KeyMisplaced extends Error {
  override readonly name = "KeyMisplaced";
  readonly code = "key_misplaced";

  constructor(id: string, parentId: string | null) {
    super(`the key ${id} does not belong under ${parentId ?? "the master key"}`);
  }
}

/**
 * Unwraps keys out of rows that were just read. Unwrapped keys are remembered, but used only when the row still holds the
 * same wrapped bytes under the same parent, so that an erased, re-wrapped or locked key fails at once in every process.
 * What only a token of a request opened, and all below it, is never remembered.
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

  /** Drops a key and those below it. */
  function forget(id: string): void {
    const known = remembered.get(id);
    if (!known) return;
    remembered.delete(id);
    const below = [...remembered].filter(([, { parent }]) => parent === known.key);
    for (const [child] of below) forget(child);
  }

  function unwrap(row: KeyRow, parent: DataKey | null, shared: boolean): DataKey {
    const known = shared ? remembered.get(row.id) : undefined;
    const holds =
      known?.parent === parent &&
      known.wrapped.length === row.wrapped.length &&
      timingSafeEqual(known.wrapped, row.wrapped);
    const key = holds ? known.key : keyWrap.unwrap(row.wrapped, row.id, row.parentId, parent ?? master);
    return shared ? remember(row.id, { wrapped: row.wrapped, parent, key }) : key;
  }

  type Step = Resolved & { readonly shared: boolean };

  function step(rows: KeyRows, id: string, opening: Opening, below: readonly string[]): Step | null {
    const row = rows.get(id);
    if (!row) {
      forget(id);
      return null;
    }
    if (below.includes(id)) throw new KeyMisplaced(id, row.parentId);
    const above = row.parentId === null ? null : step(rows, row.parentId, opening, [...below, id]);
    if (row.parentId !== null && !above) return null;
    const { lock } = row;
    const locks = [...(above?.locks ?? []), ...(lock ? [lock] : [])];
    const closedHere = lock && !isOpenFor(lock, opening, clock.now()) ? lock : null;
    const closed = above?.closed ?? closedHere;
    if (row.lockSalt !== null) {
      if (!lock) throw new CannotOpen("key");
      forget(id);
      return { key: opening.keys.get(id) ?? null, closed, lock, locks, shared: false };
    }
    if (above && !above.key) return { key: null, closed, lock, locks, shared: false };
    const shared = above?.shared ?? true;
    return { key: unwrap(row, above?.key ?? null, shared), closed, lock, locks, shared };
  }

  return {
    /** The key of an id among rows; `null` when it, or one above it, is gone. Throws `CannotOpen` for a changed row. */
    resolve: (rows: KeyRows, id: string, opening: Opening): Resolved | null => step(rows, id, opening, []),
    remember,
    forget,
    forgetAll: () => remembered.clear(),
  };
}
