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

const hasTable = async (db: Db, name: string): Promise<boolean> =>
  (await db.query<{ found: boolean }>("SELECT to_regclass($1) IS NOT NULL AS found", [name])).rows[0]
    ?.found === true;

const partsOf = (version: string): number[] => version.split(".").map(Number);

/** True when `one` is a later version than `other`: "2.10.0" is later than "2.9.3". */
export function isLaterVersion(one: string, other: string): boolean {
  const [left, right] = [partsOf(one), partsOf(other)];
  const at = left.findIndex((part, index) => part !== (right[index] ?? 0));
  return at >= 0 && (left[at] ?? 0) > (right[at] ?? 0);
}

async function storedVersion(db: Db): Promise<string | null> {
  if (!(await hasTable(db, "public.daybook_version"))) return null;
  const { rows } = await db.query<{ version: string }>("SELECT version FROM public.daybook_version");
  return rows[0]?.version ?? null;
}

async function hasUnknownMigration(db: Db, known: readonly Migration[]): Promise<boolean> {
  if (!(await hasTable(db, "public.migrations"))) return false;
  const { rows } = await db.query("SELECT FROM public.migrations WHERE name <> ALL ($1::text[]) LIMIT 1", [
    known.map(({ name }) => name),
  ]);
  return rows.length > 0;
}

/**
 * Refuses a database that a later version has used: this program would not understand its events. Throws a `StartError`
 * with both versions.
 *
 * @param known every migration of this program
 */
export async function assertNotLater(db: Db, version: string, known: readonly Migration[]): Promise<void> {
  const stored = await storedVersion(db);
  const isLater = stored !== null && isLaterVersion(stored, version);
  if (!isLater && !(await hasUnknownMigration(db, known))) return;
  const last = isLater ? `Daybook ${stored}` : `a later build of Daybook ${stored ?? "than this"}`;
  throw new StartError(
    "daybook_too_old",
    `The data was last used by ${last}, and this is Daybook ${version}, which cannot read all of it; start that version or a later one.`,
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
