import type pg from "pg";
import { StartError } from "../start-error.ts";
import type { Migration } from "./migrate.ts";

/** The newest Daybook that used a database. */
export const dataVersionMigrations: readonly Migration[] = [
  {
    name: "daybook-0001-version",
    sql: `CREATE TABLE public.daybook_version (
  single boolean PRIMARY KEY DEFAULT true CHECK (single),
  version text NOT NULL
);`,
  },
];

type Db = Pick<pg.Pool, "query">;

const partsOf = (version: string): number[] => version.split(".").map(Number);

/** True when `one` is a later version than `other`: "2.10.0" is later than "2.9.3". */
export function isLaterVersion(one: string, other: string): boolean {
  const [left, right] = [partsOf(one), partsOf(other)];
  const at = left.findIndex((part, index) => part !== (right[index] ?? 0));
  return at >= 0 && (left[at] ?? 0) > (right[at] ?? 0);
}

async function storedVersion(db: Db): Promise<string | null> {
  const table = await db.query<{ exists: boolean }>(
    "SELECT to_regclass('public.daybook_version') IS NOT NULL AS exists",
  );
  // Versions before 2.8.6 did not note it.
  if (table.rows[0]?.exists !== true) return null;
  const { rows } = await db.query<{ version: string }>("SELECT version FROM public.daybook_version");
  return rows[0]?.version ?? null;
}

/**
 * Refuses a database that a later version has used: this program would not understand its events. Throws a `StartError`
 * with both versions.
 */
export async function assertNotLater(db: Db, version: string): Promise<void> {
  const stored = await storedVersion(db);
  if (stored === null || !isLaterVersion(stored, version)) return;
  throw new StartError(
    "daybook_too_old",
    `The data was last used by Daybook ${stored}, and this is Daybook ${version}, which cannot read all of it; start that version or a later one.`,
  );
}

/** Notes that this version uses a database. The later version stays noted. */
export async function noteVersion(db: Db, version: string): Promise<void> {
  const stored = await storedVersion(db);
  if (stored !== null && !isLaterVersion(version, stored)) return;
  await db.query(
    `INSERT INTO public.daybook_version (version) VALUES ($1)
     ON CONFLICT (single) DO UPDATE SET version = excluded.version`,
    [version],
  );
}
