import { timingSafeEqual } from "node:crypto";
import type pg from "pg";
import { type RandomBytes, systemRandom } from "./authenticated-cipher.ts";
import { DataKey } from "./data-key.ts";
import { createErasures } from "./erasures.ts";
import { createKeyWrap } from "./key-wrap.ts";
import { createReadChains, type KeyRows } from "./read-chains.ts";

export type { DataKey } from "./data-key.ts";

/** A key that an act needs was erased, or never was. The message names ids, no content. */
export class KeyGone extends Error {
  override readonly name = "KeyGone";
  readonly code = "key_gone";

  constructor(id: string) {
    super(`the vault has no key ${id}`);
  }
}

/** A key stands elsewhere in the tree than the caller believes, or cannot stand where the caller wants it. */
export class KeyMisplaced extends Error {
  override readonly name = "KeyMisplaced";
  readonly code = "key_misplaced";

  constructor(id: string, parentId: string | null) {
    super(`the key ${id} does not belong under ${parentId ?? "the master key"}`);
  }
}

type Unwrapped = { readonly wrapped: Buffer; readonly parent: DataKey | null; readonly key: DataKey };

const cacheSize = 5_000;
const foreignKeyViolation = "23503";

/**
 * The tree of keys that the log's sealed values depend on: master key → user → journal → entry, each wrapped by the one
 * that its row names, and named as the stream whose values it seals. Deleting a row makes everything sealed under it, and
 * under the keys below it, unreadable for ever.
 *
 * Every answer comes from rows read for that very call. Unwrapped keys are remembered, but used only when the row still
 * holds the same wrapped bytes under the same parent, so that an erased or re-wrapped key fails at once in every process.
 *
 * @param deps.pool commits must be durable: keys are on disk before the events that need them
 * @param deps.masterKey 32 bytes; wraps the keys that have no parent
 */
export function createKeyVault(deps: { pool: pg.Pool; masterKey: Uint8Array; random?: RandomBytes }) {
  const { pool, random = systemRandom } = deps;
  const master = new DataKey(deps.masterKey);
  const keyWrap = createKeyWrap(random);
  const readChains = createReadChains(pool);
  const remembered = new Map<string, Unwrapped>();

  function remember(id: string, unwrapped: Unwrapped): DataKey {
    remembered.delete(id);
    remembered.set(id, unwrapped);
    if (remembered.size > cacheSize) remembered.delete(remembered.keys().next().value!);
    return unwrapped.key;
  }

  /** Unwraps a key from its root down; `null` when one on the way is missing. Throws `CannotOpen` for a changed row. */
  function resolve(rows: KeyRows, id: string, below: readonly string[] = []): DataKey | null {
    const row = rows.get(id);
    if (!row) {
      remembered.delete(id);
      return null;
    }
    if (below.includes(id)) throw new KeyMisplaced(id, row.parentId);
    const parent = row.parentId === null ? null : resolve(rows, row.parentId, [...below, id]);
    if (row.parentId !== null && !parent) return null;
    const known = remembered.get(id);
    const holds =
      known?.parent === parent &&
      known.wrapped.length === row.wrapped.length &&
      timingSafeEqual(known.wrapped, row.wrapped);
    const key = holds ? known.key : keyWrap.unwrap(row.wrapped, id, row.parentId, parent ?? master);
    return remember(id, { wrapped: row.wrapped, parent, key });
  }

  function resolveParent(rows: KeyRows, parentId: string): DataKey {
    const parent = resolve(rows, parentId);
    if (!parent) throw new KeyGone(parentId);
    return parent;
  }

  /** The keys of those ids that have one; an erased id, or one below an erased one, is missing. One round trip. */
  async function openKeys(ids: readonly string[]): Promise<Map<string, DataKey>> {
    const opened = new Map<string, DataKey>();
    if (ids.length === 0) return opened;
    const rows = await readChains(ids);
    for (const id of ids) {
      const key = resolve(rows, id);
      if (key) opened.set(id, key);
    }
    return opened;
  }

  /** The key of an id, or `null` when it, or one above it, is gone: erased, or never made. */
  async function openKey(id: string): Promise<DataKey | null> {
    return resolve(await readChains([id]), id);
  }

  /**
   * Makes the key of an id under a parent (`null`: under the master key); durable when it answers. Repeating it gives the
   * same key. Throws {@link KeyGone} when the parent is gone or the id was erased, {@link KeyMisplaced} when the id has a
   * key under another parent.
   */
  async function create(id: string, parentId: string | null): Promise<DataKey> {
    const rows = await readChains(parentId === null ? [id] : [id, parentId]);
    if (rows.has(id)) return existing(rows, id, parentId);
    const parent = parentId === null ? null : resolveParent(rows, parentId);
    const bytes = random(32);
    const wrapped = keyWrap.wrap(bytes, id, parentId, parent ?? master);
    const key = new DataKey(bytes);
    bytes.fill(0);
    const made = await insert(id, parentId, wrapped);
    return made ? remember(id, { wrapped, parent, key }) : existing(await readChains([id]), id, parentId);
  }

  function existing(rows: KeyRows, id: string, parentId: string | null): DataKey {
    const key = resolve(rows, id);
    if (!key) throw new KeyGone(id);
    if (rows.get(id)?.parentId !== parentId) throw new KeyMisplaced(id, parentId);
    return key;
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
   * Repeating it changes nothing; of two moves at once, the later one counts. Throws {@link KeyGone} when either is gone,
   * {@link KeyMisplaced} when the new parent is the key itself or lies below it.
   */
  async function move(id: string, newParentId: string): Promise<void> {
    const rows = await readChains([id, newParentId]);
    const key = resolve(rows, id);
    if (!key) throw new KeyGone(id);
    if (rows.get(id)?.parentId === newParentId) return;
    for (let above: string | null = newParentId; above; above = rows.get(above)?.parentId ?? null) {
      if (above === id) throw new KeyMisplaced(id, newParentId);
    }
    const parent = resolveParent(rows, newParentId);
    const bytes = DataKey.secretOf(key).export();
    const wrapped = keyWrap.wrap(bytes, id, newParentId, parent);
    bytes.fill(0);
    const text = "UPDATE vault.keys SET parent_id = $2, wrapped = $3 WHERE id = $1";
    const { rowCount } = await pool.query(text, [id, newParentId, wrapped]).catch(asKeyGone(newParentId));
    if (rowCount !== 1) throw new KeyGone(id);
  }

  return {
    create,
    openKey,
    openKeys,
    move,
    ...createErasures({ pool, forget: (id) => remembered.delete(id) }),
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
