import type pg from "pg";
import { StartError } from "../start-error.ts";
import type { Migration } from "./migrate.ts";

/** What this build can read. */
export type DataSchema = {
  /** The version of the product. Builds with the same version can differ in the rest. */
  readonly version: string;
  readonly migrations: readonly Pick<Migration, "name">[];
  /** The current version of each event type. */
  readonly eventTypes: ReadonlyMap<string, number>;
};

/** The tables that record the newest version of Daybook that has used the database. */
export const dataVersionMigrations: readonly Migration[] = [
  {
    name: "daybook-0001-version",
    sql: `CREATE TABLE public.daybook_version (
  single boolean PRIMARY KEY DEFAULT true CHECK (single),
  version text NOT NULL
);`,
  },
  {
    name: "daybook-0002-schema",
    sql: `
-- The data format of that Daybook, see formatOf; null: a build that did not note it.
ALTER TABLE public.daybook_version ADD COLUMN format integer;
-- The newest version of each event type that a Daybook on this database could write.
CREATE TABLE public.daybook_event_types (type text PRIMARY KEY, version integer NOT NULL);`,
  },
];

type Db = Pick<pg.Pool, "query">;
type StoredVersion = { readonly version: string; readonly format?: number | null };

const partsOf = (version: string): number[] => version.split(".").map(Number);

/** True when `version` is later than `otherVersion`: "2.10.0" is later than "2.9.3". */
export function isLaterVersion(version: string, otherVersion: string): boolean {
  const [numbers, otherNumbers] = [partsOf(version), partsOf(otherVersion)];
  const firstDifference = numbers.findIndex((part, index) => part !== (otherNumbers[index] ?? 0));
  return firstDifference >= 0 && (numbers[firstDifference] ?? 0) > (otherNumbers[firstDifference] ?? 0);
}

/** Tells builds of one version apart in messages. Grows with every new migration and event version, but not with a read model's version. */
export const formatOf = ({ migrations, eventTypes }: DataSchema): number =>
  [...eventTypes.values()].reduce((total, version) => total + version, migrations.length);

const nameOf = ({ version, format }: StoredVersion): string =>
  typeof format === "number" ? `Daybook ${version} (data format ${format})` : `Daybook ${version}`;

async function exists(db: Db, table: string): Promise<boolean> {
  const { rows } = await db.query<{ exists: boolean }>("SELECT to_regclass($1) IS NOT NULL AS exists", [
    table,
  ]);
  return rows[0]?.exists === true;
}

async function readStoredVersion(db: Db): Promise<StoredVersion | null> {
  // Versions of Daybook before 2.8.6 did not create this table.
  if (!(await exists(db, "public.daybook_version"))) return null;
  // Early databases do not have the column `format`. A query that names this column would fail, so this query selects all columns.
  const { rows } = await db.query<StoredVersion>("SELECT * FROM public.daybook_version");
  return rows[0] ?? null;
}

/** Splits the name of a migration such as "read_models/tags@2". A later version replaces the earlier ones. */
function partsOfName(name: string): { readonly base: string; readonly version: number } {
  const [base = name, version = "0"] = name.split("@");
  return { base, version: Number(version) };
}

/** True when a database has a migration, or a version of one, that this build does not know. */
async function hasUnknownMigration(db: Db, { migrations }: DataSchema): Promise<boolean> {
  if (!(await exists(db, "public.migrations"))) return false;
  const knownMigrations = new Map(
    migrations.map(({ name }) => {
      const { base, version } = partsOfName(name);
      return [base, version];
    }),
  );
  const { rows } = await db.query<{ name: string }>("SELECT name FROM public.migrations");
  return rows.some(({ name }) => {
    const { base, version } = partsOfName(name);
    return version > (knownMigrations.get(base) ?? -1);
  });
}

/** True when a database may have events that this build cannot read. */
async function hasUnknownEvent(db: Db, { eventTypes }: DataSchema): Promise<boolean> {
  if (!(await exists(db, "public.daybook_event_types"))) return false;
  const { rowCount } = await db.query(
    `SELECT FROM public.daybook_event_types t
     LEFT JOIN unnest($1::text[], $2::integer[]) AS known (type, version) USING (type)
     WHERE known.version IS NULL OR t.version > known.version LIMIT 1`,
    [[...eventTypes.keys()], [...eventTypes.values()]],
  );
  return rowCount === 1;
}

/**
 * Refuses a database that a later version, or a later build of this version, has used: this program would not understand
 * its tables or events. Throws a `StartError` with both versions.
 */
export async function assertNotLater(db: Db, schema: DataSchema): Promise<void> {
  const newestUse = await readStoredVersion(db);
  const isReadable =
    (newestUse === null || !isLaterVersion(newestUse.version, schema.version)) &&
    !(await hasUnknownMigration(db, schema)) &&
    !(await hasUnknownEvent(db, schema));
  if (isReadable) return;
  const hasFormat = typeof newestUse?.format === "number";
  // A later build may have stopped between its migrations and the record of its version.
  const usedBy = newestUse === null ? "a later build" : nameOf(newestUse);
  const program = nameOf({ version: schema.version, format: hasFormat ? formatOf(schema) : null });
  throw new StartError(
    "daybook_too_old",
    `The data was last used by ${usedBy}, and this is ${program}, which cannot read all of it; start that version or a later one.`,
  );
}

/** Records that this build uses a database. Never replaces a later version or format. */
export async function noteVersion(db: Db, schema: DataSchema): Promise<void> {
  const newestUse = await readStoredVersion(db);
  const version =
    newestUse && isLaterVersion(newestUse.version, schema.version) ? newestUse.version : schema.version;
  await db.query(
    `INSERT INTO public.daybook_version AS v (version, format) VALUES ($1, $2)
     ON CONFLICT (single) DO UPDATE SET version = $1, format = greatest(v.format, $2)`,
    [version, formatOf(schema)],
  );
  await db.query(
    `INSERT INTO public.daybook_event_types AS t (type, version)
     SELECT * FROM unnest($1::text[], $2::integer[])
     ON CONFLICT (type) DO UPDATE SET version = excluded.version WHERE t.version < excluded.version`,
    [[...schema.eventTypes.keys()], [...schema.eventTypes.values()]],
  );
}
