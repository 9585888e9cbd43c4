import { lockTypes } from "@daybook/domain/contract/lock-types";
import type pg from "pg";
import type { Clock } from "../clock.ts";
import { type RandomBytes, systemRandom } from "./authenticated-cipher.ts";
import { DataKey } from "./data-key.ts";
import { createErasures } from "./erasures.ts";
import { createKeyWrap } from "./key-wrap.ts";
import { KeyLocked, type Lock, noLockAccess, type LockAccess } from "./lock-access.ts";
import { createReadChains, type KeyRows } from "./read-key-chains.ts";
import { createKeyResolver, KeyMisplaced, type ResolvedKey } from "./resolve-keys.ts";

export type { DataKey } from "./data-key.ts";
export { KeyMisplaced } from "./resolve-keys.ts";

/** A key that a command needs was erased or never existed. The message names ids, no content. */
export class KeyGone extends Error {
  override readonly name = "KeyGone";
  readonly code = "key_gone";

  constructor(id: string) {
    super(`the vault has no key ${id}`);
  }
}

/** A key, unless it has a closed lock or is below one. */
export type FoundKey = {
  /** `null` while its own lock, or one above it, is closed for the caller. */
  readonly key: DataKey | null;
  /** The topmost closed lock. */
  readonly closedLock: Lock | null;
  /** The lock on this key itself, open or closed. */
  readonly lock: Lock | null;
  /** True when there is any lock. Then nothing that this key opens may be cached between requests. */
  readonly isLockProtected: boolean;
  /**
   * Opens the title and the hint. A closed password lock on this key leaves them readable; `null` behind any other
   * closed lock.
   */
  readonly titleKey: DataKey | null;
  /**
   * Opens the title for search results. Password locks leave it readable, open or closed; `null` behind an encryption
   * lock, open or closed.
   */
  readonly searchableTitleKey: DataKey | null;
};

const foreignKeyViolation = "23503";

/**
 * The tree of keys for the log's sealed values: master key → account → journal → its content → entry. Each is wrapped by
 * the key that its row names. Deleting a row makes everything sealed under it, and under the keys below it, permanently
 * unreadable.
 *
 * Every call reads its rows and locks from the database. A key behind a closed encryption lock never leaves the vault.
 * A key behind a closed password lock leaves it only as `titleKey` or `searchableTitleKey`, to open titles and hints.
 * Without a `lockAccess`, every lock is closed.
 *
 * @param deps.pool commits must be durable: keys are on disk before the events that need them
 * @param deps.masterKey 32 bytes; wraps the keys that have no parent
 */
export function createKeyVault(deps: {
  pool: pg.Pool;
  masterKey: Uint8Array;
  random?: RandomBytes;
  clock?: Clock;
}) {
  const { pool, random = systemRandom, clock = { now: () => Date.now() } } = deps;
  const masterDataKey = new DataKey(deps.masterKey);
  const keyWrap = createKeyWrap(random);
  const readChains = createReadChains(pool);
  const { resolve, addToCache, forget, forgetAll } = createKeyResolver({
    keyWrap,
    masterKey: masterDataKey,
    clock,
  });

  function recordTraversedLocks({ locks }: ResolvedKey, lockAccess: LockAccess): void {
    for (const lock of locks) lockAccess.traversedLocks.set(lock.stream, lock);
  }

  /** The key itself. Throws {@link KeyLocked} when a lock is closed. */
  function keyOf(id: string, resolved: ResolvedKey, lockAccess: LockAccess): DataKey {
    if (resolved.closedLock) throw new KeyLocked(id, resolved.closedLock);
    // Only for the compiler: without a closed lock, `key` is never `null`.
    if (!resolved.key) throw new KeyGone(id);
    recordTraversedLocks(resolved, lockAccess);
    return resolved.key;
  }

  function foundKeyOf(resolved: ResolvedKey, lockAccess: LockAccess): FoundKey {
    const { closedLock, lock, locks } = resolved;
    const isTitleReadable =
      closedLock === null || (closedLock === lock && closedLock.type === lockTypes.password);
    if (!closedLock) recordTraversedLocks(resolved, lockAccess);
    return {
      key: closedLock ? null : resolved.key,
      closedLock,
      lock,
      isLockProtected: locks.length > 0,
      titleKey: isTitleReadable ? resolved.key : null,
      searchableTitleKey: locks.some(({ type }) => type === lockTypes.encryption) ? null : resolved.key,
    };
  }

  function resolveParent(rows: KeyRows, parentId: string, lockAccess: LockAccess): DataKey {
    const parent = resolve(rows, parentId, lockAccess);
    if (!parent) throw new KeyGone(parentId);
    return keyOf(parentId, parent, lockAccess);
  }

  /** The keys of those ids that have one, with their locks. One round trip. */
  async function findKeys(
    ids: readonly string[],
    lockAccess: LockAccess = noLockAccess(),
  ): Promise<Map<string, FoundKey>> {
    const foundKeys = new Map<string, FoundKey>();
    if (ids.length === 0) return foundKeys;
    const rows = await readChains(ids);
    for (const id of ids) {
      const resolved = resolve(rows, id, lockAccess);
      if (resolved) foundKeys.set(id, foundKeyOf(resolved, lockAccess));
    }
    return foundKeys;
  }

  /** The keys of those ids that have one. An id that is erased or behind a closed lock is missing. One round trip. */
  async function openKeys(ids: readonly string[], lockAccess?: LockAccess): Promise<Map<string, DataKey>> {
    const openedKeys = new Map<string, DataKey>();
    for (const [id, { key }] of await findKeys(ids, lockAccess)) if (key) openedKeys.set(id, key);
    return openedKeys;
  }

  /**
   * The key of an id; `null` when it or one above it was erased or never existed. Throws {@link KeyLocked} when a lock
   * is closed for the caller.
   */
  async function openKey(id: string, lockAccess: LockAccess = noLockAccess()): Promise<DataKey | null> {
    const resolved = resolve(await readChains([id]), id, lockAccess);
    return resolved && keyOf(id, resolved, lockAccess);
  }

  /**
   * Makes the key of an id under a parent (`null`: under the master key). It is durable when this returns; a repeat
   * returns the same key. Throws {@link KeyGone} when the parent is gone or the id was erased, {@link KeyMisplaced}
   * when the id has a key under another parent, {@link KeyLocked} when a lock is closed.
   */
  async function create(
    id: string,
    parentId: string | null,
    lockAccess: LockAccess = noLockAccess(),
  ): Promise<DataKey> {
    const rows = await readChains(parentId === null ? [id] : [id, parentId]);
    if (rows.has(id)) return existingKey(rows, id, parentId, lockAccess);
    const parent = parentId === null ? null : resolveParent(rows, parentId, lockAccess);
    const bytes = random(32);
    const wrapped = keyWrap.wrap(bytes, id, parentId, parent ?? masterDataKey);
    const key = new DataKey(bytes);
    bytes.fill(0);
    if (!(await insert(id, parentId, wrapped)))
      return existingKey(await readChains([id]), id, parentId, lockAccess);
    const isLockProtected = parentId !== null && resolve(rows, parentId, lockAccess)?.locks.length !== 0;
    return isLockProtected ? key : addToCache(id, { wrapped, parent, key });
  }

  function existingKey(rows: KeyRows, id: string, parentId: string | null, lockAccess: LockAccess): DataKey {
    const resolved = resolve(rows, id, lockAccess);
    if (!resolved) throw new KeyGone(id);
    if (rows.get(id)?.parentId !== parentId) throw new KeyMisplaced(id, parentId);
    return keyOf(id, resolved, lockAccess);
  }

  /** False when the id has a key already, or was erased. */
  async function insert(id: string, parentId: string | null, wrapped: Buffer): Promise<boolean> {
    const text = `
      INSERT INTO vault.keys (id, parent_id, wrapped) SELECT $1::text, $2::text, $3::bytea
      WHERE NOT EXISTS (SELECT FROM vault.erasures WHERE id = $1 AND completed_at IS NOT NULL)
      ON CONFLICT (id) DO NOTHING`;
    const query = { name: "vault.insert_key", text, values: [id, parentId, wrapped] };
    const { rowCount } = await pool.query(query).catch(throwKeyGone(parentId));
    return rowCount === 1;
  }

  /**
   * Moves a key, with all below it, to another parent. The move is durable when this returns, and what the key seals stays
   * the same. A repeat changes nothing. Without `from`, the later of two concurrent moves counts.
   *
   * A password lock on the key itself moves too, and may be closed. The key must not have an encryption lock. The
   * locks above the key, and those on and above the new parent, must be open.
   *
   * Throws {@link KeyGone} when one of the two keys is gone, and {@link KeyLocked} when a lock that must be open is closed.
   * Throws {@link KeyMisplaced} when the new parent is the key itself or below it, or when the key is under neither `from`
   * nor the new parent.
   *
   * @param from the parent that it must have; by default any
   */
  async function move(
    id: string,
    newParentId: string,
    lockAccess: LockAccess = noLockAccess(),
    from?: string,
  ): Promise<void> {
    const rows = await readChains([id, newParentId]);
    const resolved = resolve(rows, id, lockAccess);
    if (!resolved) throw new KeyGone(id);
    const parentId = rows.get(id)?.parentId;
    if (parentId === newParentId) return;
    if (from !== undefined && parentId !== from) throw new KeyMisplaced(id, from);
    const { titleKey: key, closedLock } = foundKeyOf(resolved, lockAccess);
    if (!key) throw closedLock ? new KeyLocked(id, closedLock) : new KeyGone(id);
    for (
      let ancestorId: string | null = newParentId;
      ancestorId;
      ancestorId = rows.get(ancestorId)?.parentId ?? null
    ) {
      if (ancestorId === id) throw new KeyMisplaced(id, newParentId);
    }
    const parent = resolveParent(rows, newParentId, lockAccess);
    const bytes = DataKey.secretOf(key).export();
    const wrapped = keyWrap.wrap(bytes, id, newParentId, parent);
    bytes.fill(0);
    const text = `UPDATE vault.keys SET parent_id = $2, wrapped = $3
      WHERE id = $1 AND lock_salt IS NULL AND ($4::text IS NULL OR parent_id = $4)`;
    const values = [id, newParentId, wrapped, from ?? null];
    const { rowCount } = await pool.query(text, values).catch(throwKeyGone(newParentId));
    if (rowCount === 1) return;
    const currentParentId = await parentOf(id);
    if (currentParentId === undefined || from === undefined) throw new KeyGone(id);
    if (currentParentId !== newParentId) throw new KeyMisplaced(id, from);
  }

  /** The parent of a key; `undefined` when there is no such key. Opens nothing. */
  async function parentOf(id: string): Promise<string | null | undefined> {
    return (await readChains([id])).get(id)?.parentId;
  }

  return {
    create,
    findKeys,
    openKey,
    openKeys,
    move,
    parentOf,
    /** Drops a key and those below it from memory; all keys for `null`. Every process calls it when a lock was set. */
    forgetKeys: (id: string | null): void => (id === null ? forgetAll() : forget(id)),
    ...createErasures({ pool, forget }),
  };
}

/** See {@link createKeyVault}. */
export type KeyVault = ReturnType<typeof createKeyVault>;

/** The parent may be erased between reading and writing. */
const throwKeyGone =
  (parentId: string | null) =>
  (error: Error): never => {
    const isParentErased = "code" in error && error.code === foreignKeyViolation;
    throw isParentErased && parentId !== null ? new KeyGone(parentId) : error;
  };
