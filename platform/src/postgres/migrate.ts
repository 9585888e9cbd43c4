import { createHash } from "node:crypto";
import type pg from "pg";

/** A step of a schema: applied once, in the order given, and never changed afterwards. */
export type Migration = { readonly name: string; readonly sql: string };

/** The text of an applied migration has changed. Restore it and add a new one instead. */
export class MigrationChanged extends Error {
  override readonly name = "MigrationChanged";
  readonly code = "migration_changed";
}

const LOCK_ID = 7_261_349;

const checksum = (sql: string): string => createHash("sha256").update(sql).digest("hex");

/** Applies new migrations, one process at a time. They cannot be undone. Throws {@link MigrationChanged} if an applied one has changed. */
export async function migrate(pool: pg.Pool, migrations: readonly Migration[]): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("SELECT pg_advisory_lock($1)", [LOCK_ID]);
    await client.query(
      `CREATE TABLE IF NOT EXISTS public.migrations
        (name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`,
    );
    const { rows } = await client.query<{ name: string; checksum: string }>(
      "SELECT name, checksum FROM public.migrations",
    );
    const appliedChecksums = new Map(rows.map((row) => [row.name, row.checksum]));
    for (const { name, sql } of migrations)
      await applyMigration(client, name, sql, appliedChecksums.get(name));
  } finally {
    // If the lock cannot be freed, the connection is closed. PostgreSQL then frees the lock.
    const isUnlocked = await client.query("SELECT pg_advisory_unlock($1)", [LOCK_ID]).then(
      () => true,
      () => false,
    );
    client.release(!isUnlocked);
  }
}

async function applyMigration(
  client: pg.PoolClient,
  name: string,
  sql: string,
  appliedChecksum: string | undefined,
): Promise<void> {
  if (appliedChecksum === checksum(sql)) return;
  if (appliedChecksum !== undefined)
    throw new MigrationChanged(`the migration ${name} was changed after it was applied`);
  try {
    await client.query("BEGIN");
    await client.query(sql);
    await client.query("INSERT INTO public.migrations (name, checksum) VALUES ($1, $2)", [
      name,
      checksum(sql),
    ]);
    await client.query("COMMIT");
  } catch (error) {
    // The first error is the one to report.
    await client.query("ROLLBACK").catch(() => {});
    throw error;
  }
}
