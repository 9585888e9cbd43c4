import { ledgerMigrations } from "@daybook/platform/commands/migrations";
import { eventStoreMigrations } from "@daybook/platform/event-store/migrations";
import type { Platform } from "@daybook/platform/platform";
import { migrate } from "@daybook/platform/postgres/migrate";
import { vaultMigrations } from "@daybook/platform/privacy/migrations";
import { readModelMigrations } from "@daybook/read-models/migrations";
import type pg from "pg";

/** Brings every schema of a database to this version. Several processes may do so at once. */
export async function migrateDatabase(pool: pg.Pool): Promise<void> {
  await migrate(pool, [
    ...eventStoreMigrations,
    ...vaultMigrations,
    ...ledgerMigrations,
    ...readModelMigrations,
  ]);
}

/** {@link migrateDatabase} as the composition root wants it. */
export const migrateAll = ({ pools }: Pick<Platform, "pools">): Promise<void> =>
  migrateDatabase(pools.durable);
