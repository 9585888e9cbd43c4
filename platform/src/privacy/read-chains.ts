import type pg from "pg";
import { batched } from "../postgres/batched.ts";
import { type Lock, type LockJson, lockJson, toLock } from "./lock-facts.ts";

/** A key as it is stored, wrapped under the key that `parentId` names (`null`: under the master key). */
export type KeyRow = {
  readonly id: string;
  readonly parentId: string | null;
  readonly wrapped: Buffer;
  /** Not null: a key from a password wrapped it first, and only that opens it. */
  readonly lockSalt: string | null;
  /** The lock that keeps this key closed, if there is one. */
  readonly lock: Lock | null;
};

/** Rows by their id. */
export type KeyRows = ReadonlyMap<string, KeyRow>;

const levels = ["k", "a", "b", "c", "d"] as const;

/** Names of one row's columns: the key asked for (0), and those above it. */
type Chain = { id: string; locks: LockJson[] | null } & Record<`parent${number}`, string | null> &
  Record<`wrapped${number}`, Buffer | null> &
  Record<`salt${number}`, string | null>;

/**
 * Five levels at once. A recursive query took three times as long (200 µs, 16 at once), as it is planned anew each time.
 * Locks are read in the same statement, so no key is opened by a lock's state of another moment.
 */
const chainsFrom = (source: string): string => `
  SELECT k.id,
    ${levels.map((t, n) => `${t}.parent_id AS parent${n}, ${t}.wrapped AS wrapped${n}, ${t}.lock_salt AS salt${n}`).join(", ")},
    (SELECT jsonb_agg(${lockJson}) FROM vault.locks l
      WHERE l.key_id IN (${levels.map((t) => `${t}.id`).join(", ")})) AS locks
  FROM ${source}
    ${levels
      .slice(1)
      .map((t, n) => `LEFT JOIN vault.keys ${t} ON ${t}.id = ${levels[n]}.parent_id`)
      .join("\n    ")}`;

const oneChain = `${chainsFrom("vault.keys k")} WHERE k.id = $1`;
const manyChains = chainsFrom("unnest($1::text[]) AS asked (id) JOIN vault.keys k ON k.id = asked.id");

/** Reads keys together with all above them: one round trip for a tree of up to five levels, which is what there is. */
export function createReadChains(pool: pg.Pool) {
  async function query(ids: readonly string[]): Promise<Chain[]> {
    const { rows } = await pool.query<Chain>(
      ids.length === 1
        ? { name: "vault.one_chain", text: oneChain, values: [ids[0]] }
        : { name: "vault.many_chains", text: manyChains, values: [ids] },
    );
    return rows;
  }

  /** Adds a chain's rows; answers with the key above them that was not read, if there is one. */
  function addChain(found: Map<string, KeyRow>, chain: Chain): string | null {
    const locks = new Map((chain.locks ?? []).map((json) => [json.keyId, toLock(json)]));
    let id: string | null = chain.id;
    for (let n = 0; n < levels.length; n++) {
      const wrapped = chain[`wrapped${n}`];
      if (id === null || !wrapped) return null;
      const parentId = chain[`parent${n}`] ?? null;
      found.set(id, {
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
    const found = new Map<string, KeyRow>();
    const asked = new Set<string>();
    let next = ids;
    while (next.length > 0) {
      for (const id of next) asked.add(id);
      const above = new Set<string>();
      for (const chain of await query(next)) {
        const beyond = addChain(found, chain);
        if (beyond !== null) above.add(beyond);
      }
      next = [...above].filter((id) => !found.has(id) && !asked.has(id));
    }
    return found;
  }

  // Who asks at the same time gets the rows of the others too, which changes nothing for either.
  const readTogether = batched<readonly string[], KeyRows>(async (asked) => {
    const rows = await readAll([...new Set(asked.flat())]);
    return asked.map(() => rows);
  });
  return (ids: readonly string[]): Promise<KeyRows> => readTogether(ids);
}
