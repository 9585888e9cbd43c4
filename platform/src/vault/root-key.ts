import { createPool } from "../postgres/pool.ts";
import { CannotOpen, systemRandom } from "./authenticated-cipher.ts";
import { DataKey } from "./data-key.ts";
import { createKeyWrap } from "./key-wrap.ts";

/** A key that the master key of a database wraps. */
export type RootKey = { readonly id: string; readonly wrapped: Buffer };

/** Reads one of the keys under the master key of a database; `null` when there is none, for example in a new database. */
export async function readRootKey(databaseUrl: string): Promise<RootKey | null> {
  const pool = createPool({ connectionString: databaseUrl, max: 1, applicationName: "daybook" });
  try {
    const { rows: tables } = await pool.query<{ exists: boolean }>(
      "SELECT to_regclass('vault.keys') IS NOT NULL AS exists",
    );
    if (tables[0]?.exists !== true) return null;
    const { rows } = await pool.query<RootKey>(
      "SELECT id, wrapped FROM vault.keys WHERE parent_id IS NULL LIMIT 1",
    );
    return rows[0] ?? null;
  } finally {
    await pool.end();
  }
}

/** True when the key was wrapped by this master key. */
export function opensRootKey(masterKey: Uint8Array, { id, wrapped }: RootKey): boolean {
  try {
    createKeyWrap(systemRandom).unwrap(wrapped, id, null, new DataKey(masterKey));
    return true;
  } catch (error) {
    if (error instanceof CannotOpen) return false;
    throw error;
  }
}
