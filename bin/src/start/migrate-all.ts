import { ledgerMigrations } from "@daybook/platform/commands/migrations";
import { eventStoreMigrations } from "@daybook/platform/event-store/migrations";
import type { Platform } from "@daybook/platform/platform";
import { migrate } from "@daybook/platform/postgres/migrate";
import { vaultMigrations } from "@daybook/platform/privacy/migrations";
import { readModelMigrations } from "@daybook/read-models/migrations";

/** Brings every schema of the database to this version. Several processes may do so at once. */
export async function migrateAll({ pools }: Platform): Promise<void> {
  await migrate(pools.durable, [
    ...eventStoreMigrations,
    ...vaultMigrations,
    ...ledgerMigrations,
    ...readModelMigrations,
  ]);
}
