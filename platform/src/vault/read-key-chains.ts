import type pg from "pg";
import { batched } from "../postgres/batched.ts";
import { type Lock, type LockJson, lockJsonSql, toLock } from "./lock-access.ts";

/** A stored key, wrapped under the key that `parentId` names (`null`: under the master key). */
export type KeyRow = {
  readonly id: string;
  readonly parentId: string | null;
  readonly wrapped: Buffer;
  /**
   * The salt of an encryption lock; `null` without one. A key from the password wrapped this key, before the parent wrapped the result.
   * So this key cannot be opened without the password or the recovery code.
   */
  readonly lockSalt: string | null;
  /** The lock on this key, if there is one. */
  readonly lock: Lock | null;
};

/** Rows by id. */
export type KeyRows = ReadonlyMap<string, KeyRow>;

const aliases = ["k", "a", "b", "c", "d"] as const;

/** Columns of one row: the key asked for (0) and the keys above it. */
type Chain = { id: string; locks: LockJson[] | null } & Record<`parent${number}`, string | null> &
  Record<`wrapped${number}`, Buffer | null> &
  Record<`salt${number}`, string | null>;

/**
 * Reads five levels in one query. A recursive query took three times as long, since it is planned each time. The same statement reads
 * the locks, so keys and locks are from the same moment.
 */
const chainsFrom = (source: string): string => `
  SELECT k.id,
    ${aliases.map((t, n) => `${t}.parent_id AS parent${n}, ${t}.wrapped AS wrapped${n}, ${t}.lock_salt AS salt${n}`).join(", ")},
    (SELECT jsonb_agg(${lockJsonSql}) FROM vault.locks l
      WHERE l.key_id IN (${aliases.map((t) => `${t}.id`).join(", ")})) AS locks
  FROM ${source}
    ${aliases
      .slice(1)
      .map((t, n) => `LEFT JOIN vault.keys ${t} ON ${t}.id = ${aliases[n]}.parent_id`)
      .join("\n    ")}`;

const oneChain = `${chainsFrom("vault.keys k")} WHERE k.id = $1`;
const manyChains = chainsFrom("unnest($1::text[]) AS asked (id) JOIN vault.keys k ON k.id = asked.id");

/** Reads keys together with all keys above them. One round trip reads five levels; the tree has four, as the master key is no row. */
export function createReadChains(pool: pg.Pool) {
  async function query(ids: readonly string[]): Promise<Chain[]> {
    const { rows } = await pool.query<Chain>(
      ids.length === 1
        ? { name: "vault.one_chain", text: oneChain, values: [ids[0]] }
        : { name: "vault.many_chains", text: manyChains, values: [ids] },
    );
    return rows;
  }

  /** Adds a chain's rows. Returns the next key above them that is still to be read, or `null`. */
  function addChain(rowsById: Map<string, KeyRow>, chain: Chain): string | null {
    const locks = new Map((chain.locks ?? []).map((json) => [json.keyId, toLock(json)]));
    let id: string | null = chain.id;
    for (let n = 0; n < aliases.length; n++) {
      const wrapped = chain[`wrapped${n}`];
      if (id === null || !wrapped) return null;
      const parentId = chain[`parent${n}`] ?? null;
      rowsById.set(id, {
        id,
        parentId,
        wrapped,
        lockSalt: chain[`salt${n}`] ?? null,
        lock: locks.get(id) ?? null,
      });
      id = parentId;
    }
    return id;
  }

  async function readAll(ids: readonly string[]): Promise<KeyRows> {
    const rowsById = new Map<string, KeyRow>();
    const requestedIds = new Set<string>();
    let idsToRead = ids;
    while (idsToRead.length > 0) {
      for (const id of idsToRead) requestedIds.add(id);
      const ancestorIds = new Set<string>();
      for (const chain of await query(idsToRead)) {
        const nextAncestorId = addChain(rowsById, chain);
        if (nextAncestorId !== null) ancestorIds.add(nextAncestorId);
      }
      idsToRead = [...ancestorIds].filter((id) => !rowsById.has(id) && !requestedIds.has(id));
    }
    return rowsById;
  }

  // Concurrent callers get each other's rows too, which does no harm.
  const readInBatch = batched<readonly string[], KeyRows>(async (requests) => {
    const rows = await readAll([...new Set(requests.flat())]);
    return requests.map(() => rows);
  });
  return (ids: readonly string[]): Promise<KeyRows> => readInBatch(ids);
}
