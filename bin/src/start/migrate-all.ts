import { ledgerMigrations } from "@daybook/platform/commands/migrations";
import { eventStoreMigrations } from "@daybook/platform/event-store/migrations";
import { outboxMigrations } from "@daybook/platform/mail/migrations";
import type { Platform } from "@daybook/platform/platform";
import { photoMigrations } from "@daybook/platform/photos/migrations";
import { migrate } from "@daybook/platform/postgres/migrate";
import { processMigrations } from "@daybook/platform/processes/migrations";
import { vaultMigrations } from "@daybook/platform/privacy/migrations";
import { sharingMigrations } from "@daybook/platform/privacy/sharing-migrations";
import { rateLimitMigrations } from "@daybook/platform/privacy/rate-limit-migrations";
import { searchMigrations } from "@daybook/platform/search/migrations";
import { readModelMigrations } from "@daybook/read-models/migrations";
import type pg from "pg";

/** Brings every schema of a database to this version. Several processes may do so at once. */
export async function migrateDatabase(pool: pg.Pool): Promise<void> {
  await migrate(pool, [
    ...eventStoreMigrations,
    ...vaultMigrations,
    ...sharingMigrations,
    ...rateLimitMigrations,
    ...ledgerMigrations,
    ...outboxMigrations,
    ...photoMigrations,
    ...processMigrations,
    ...searchMigrations,
    ...readModelMigrations,
  ]);
}

/** {@link migrateDatabase} as the composition root wants it. */
export const migrateAll = ({ pools }: Pick<Platform, "pools">): Promise<void> =>
  migrateDatabase(pools.durable);
