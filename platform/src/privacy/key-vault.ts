import type pg from "pg";
import type { Clock } from "../clock.ts";
import { type RandomBytes, systemRandom } from "./authenticated-cipher.ts";
import { DataKey } from "./data-key.ts";
import { createErasures } from "./erasures.ts";
import { createKeyWrap } from "./key-wrap.ts";
import { KeyLocked, type Lock, nobodysOpening, type Opening } from "./lock-facts.ts";
import { createReadChains, type KeyRows } from "./read-chains.ts";
import { createKeyResolver, KeyMisplaced, type Resolved } from "./resolve-keys.ts";

export type { DataKey } from "./data-key.ts";
export { KeyMisplaced } from "./resolve-keys.ts";

/** A key that an act needs was erased, or never was. The message names ids, no content. */
export class KeyGone extends Error {
  override readonly name = "KeyGone";
  readonly code = "key_gone";

  constructor(id: string) {
    super(`the vault has no key ${id}`);
  }
}

/** A key together with the locks before it. */
export type FoundKey = {
  /** `null` when a lock on the way is closed for whoever asks. */
  readonly key: DataKey | null;
  /** That lock, the topmost of them. */
  readonly closed: Lock | null;
  /** The lock on this very key, open or closed. */
  readonly lock: Lock | null;
  /** True when any lock is on the way: then nothing of it may be remembered between requests. */
  readonly isLocked: boolean;
  /** For a title and a hint, which a closed password lock on this very key leaves readable; `null` behind any other. */
  readonly titleKey: DataKey | null;
  /** For a title that search finds: password locks leave it, whoever asks; `null` behind an encryption lock, open or not. */
  readonly foundTitleKey: DataKey | null;
};

const foreignKeyViolation = "23503";

/**
 * The tree of keys that the log's sealed values depend on: master key → user → journal → its content → entry, each wrapped
 * by the one that its row names. Deleting a row makes everything sealed under it, and under the keys below it, unreadable
 * for ever.
 *
 * Every answer comes from rows read for that very call, locks included: no key leaves the vault through a lock that is
 * closed for the `opening` it is asked with, and without one, every lock is closed.
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
  const master = new DataKey(deps.masterKey);
  const keyWrap = createKeyWrap(random);
  const readChains = createReadChains(pool);
  const { resolve, remember, forget, forgetAll } = createKeyResolver({ keyWrap, master, clock });

  function notePassed({ locks }: Resolved, opening: Opening): void {
    for (const lock of locks) opening.passed.set(lock.stream, lock);
  }

  /** The key itself, past every lock, or {@link KeyLocked}. */
  function keyOf(id: string, resolved: Resolved, opening: Opening): DataKey {
    if (resolved.closed) throw new KeyLocked(id, resolved.closed);
    // Without a closed lock on the way there is a key.
    if (!resolved.key) throw new KeyGone(id);
    notePassed(resolved, opening);
    return resolved.key;
  }

  function found(resolved: Resolved, opening: Opening): FoundKey {
    const { closed, lock, locks } = resolved;
    const ownOnly = closed === null || (closed === lock && closed.type === 2);
    if (!closed) notePassed(resolved, opening);
    return {
      key: closed ? null : resolved.key,
      closed,
      lock,
      isLocked: locks.length > 0,
      titleKey: ownOnly ? resolved.key : null,
      foundTitleKey: locks.some(({ type }) => type === 3) ? null : resolved.key,
    };
  }

  function resolveParent(rows: KeyRows, parentId: string, opening: Opening): DataKey {
    const parent = resolve(rows, parentId, opening);
    if (!parent) throw new KeyGone(parentId);
    return keyOf(parentId, parent, opening);
  }

  /** The keys of those ids that have one, with the locks before them. One round trip. */
  async function findKeys(
    ids: readonly string[],
    opening: Opening = nobodysOpening(),
  ): Promise<Map<string, FoundKey>> {
    const all = new Map<string, FoundKey>();
    if (ids.length === 0) return all;
    const rows = await readChains(ids);
    for (const id of ids) {
      const resolved = resolve(rows, id, opening);
      if (resolved) all.set(id, found(resolved, opening));
    }
    return all;
  }

  /** The keys of those ids that have one; an id that is erased, or behind a closed lock, is missing. One round trip. */
  async function openKeys(ids: readonly string[], opening?: Opening): Promise<Map<string, DataKey>> {
    const opened = new Map<string, DataKey>();
    for (const [id, { key }] of await findKeys(ids, opening)) if (key) opened.set(id, key);
    return opened;
  }

  /**
   * The key of an id, or `null` when it, or one above it, is gone: erased, or never made. Throws {@link KeyLocked} when a
   * lock on the way is closed for whoever asks.
   */
  async function openKey(id: string, opening: Opening = nobodysOpening()): Promise<DataKey | null> {
    const resolved = resolve(await readChains([id]), id, opening);
    return resolved && keyOf(id, resolved, opening);
  }

  /**
   * Makes the key of an id under a parent (`null`: under the master key); durable when it answers. Repeating it gives the
   * same key. Throws {@link KeyGone} when the parent is gone or the id was erased, {@link KeyMisplaced} when the id has a
   * key under another parent, {@link KeyLocked} when a lock on the way is closed.
   */
  async function create(
    id: string,
    parentId: string | null,
    opening: Opening = nobodysOpening(),
  ): Promise<DataKey> {
    const rows = await readChains(parentId === null ? [id] : [id, parentId]);
    if (rows.has(id)) return existing(rows, id, parentId, opening);
    const parent = parentId === null ? null : resolveParent(rows, parentId, opening);
    const bytes = random(32);
    const wrapped = keyWrap.wrap(bytes, id, parentId, parent ?? master);
    const key = new DataKey(bytes);
    bytes.fill(0);
    if (!(await insert(id, parentId, wrapped)))
      return existing(await readChains([id]), id, parentId, opening);
    const behindLock = parentId !== null && resolve(rows, parentId, opening)?.locks.length !== 0;
    return behindLock ? key : remember(id, { wrapped, parent, key });
  }

  function existing(rows: KeyRows, id: string, parentId: string | null, opening: Opening): DataKey {
    const resolved = resolve(rows, id, opening);
    if (!resolved) throw new KeyGone(id);
    if (rows.get(id)?.parentId !== parentId) throw new KeyMisplaced(id, parentId);
    return keyOf(id, resolved, opening);
  }

  /** False when the id has a key already, or was erased. */
  async function insert(id: string, parentId: string | null, wrapped: Buffer): Promise<boolean> {
    const text = `
      INSERT INTO vault.keys (id, parent_id, wrapped) SELECT $1::text, $2::text, $3::bytea
      WHERE NOT EXISTS (SELECT FROM vault.erasures WHERE id = $1 AND completed_at IS NOT NULL)
      ON CONFLICT (id) DO NOTHING`;
    const query = { name: "vault.insert_key", text, values: [id, parentId, wrapped] };
    const { rowCount } = await pool.query(query).catch(asKeyGone(parentId));
    return rowCount === 1;
  }

  /**
   * Puts a key, with all below it, under another parent: one row, durable when it answers. What it seals stays as it is.
   * Repeating it changes nothing; of two moves at once, the later one counts. A password lock on the key itself goes with
   * it; all others, here and there, have to be open. Throws {@link KeyGone} when either is gone, {@link KeyLocked},
   * {@link KeyMisplaced} when the new parent is the key itself or lies below it.
   */
  async function move(id: string, newParentId: string, opening: Opening = nobodysOpening()): Promise<void> {
    const rows = await readChains([id, newParentId]);
    const resolved = resolve(rows, id, opening);
    if (!resolved) throw new KeyGone(id);
    if (rows.get(id)?.parentId === newParentId) return;
    const { titleKey: key, closed } = found(resolved, opening);
    if (!key) throw closed ? new KeyLocked(id, closed) : new KeyGone(id);
    for (let above: string | null = newParentId; above; above = rows.get(above)?.parentId ?? null) {
      if (above === id) throw new KeyMisplaced(id, newParentId);
    }
    const parent = resolveParent(rows, newParentId, opening);
    const bytes = DataKey.secretOf(key).export();
    const wrapped = keyWrap.wrap(bytes, id, newParentId, parent);
    bytes.fill(0);
    const text = "UPDATE vault.keys SET parent_id = $2, wrapped = $3 WHERE id = $1 AND lock_salt IS NULL";
    const { rowCount } = await pool.query(text, [id, newParentId, wrapped]).catch(asKeyGone(newParentId));
    if (rowCount !== 1) throw new KeyGone(id);
  }

  /** Under which key another stands; `undefined` when it is gone. Opens nothing. */
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
    /** Drops what was unwrapped of a key and those below it; of all, for `null`. Called when a lock was set, in every process. */
    forgetKeys: (id: string | null): void => (id === null ? forgetAll() : forget(id)),
    ...createErasures({ pool, forget }),
  };
}

/** See {@link createKeyVault}. */
export type KeyVault = ReturnType<typeof createKeyVault>;

/** A parent that was there when it was read may be erased a moment later. */
const asKeyGone =
  (parentId: string | null) =>
  (error: Error): never => {
    const violated = "code" in error && error.code === foreignKeyViolation;
    throw violated && parentId !== null ? new KeyGone(parentId) : error;
  };
