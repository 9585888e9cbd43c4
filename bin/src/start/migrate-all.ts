import { product } from "@daybook/domain/contract/bounds";
import { domainEvents } from "@daybook/domain/events";
import { ledgerMigrations } from "@daybook/platform/commands/migrations";
import { eventStoreMigrations } from "@daybook/platform/event-store/migrations";
import { jobMigrations } from "@daybook/platform/jobs/migrations";
import { lookingGlassMigrations } from "@daybook/platform/looking-glass/migrations";
import { outboxMigrations } from "@daybook/platform/mail/migrations";
import type { Platform } from "@daybook/platform/platform";
import { photoMigrations } from "@daybook/platform/photos/migrations";
import {
  assertNotLater,
  type DataSchema,
  dataVersionMigrations,
  noteVersion,
} from "@daybook/platform/postgres/data-version";
import { migrate, type Migration } from "@daybook/platform/postgres/migrate";
import { paymentMigrations } from "@daybook/platform/payments/migrations";
import { processMigrations } from "@daybook/platform/processes/migrations";
import { vaultMigrations } from "@daybook/platform/vault/migrations";
import { reminderMigrations } from "@daybook/platform/reminders/migrations";
import { sharingMigrations } from "@daybook/platform/sharing/migrations";
import { rateLimitMigrations } from "@daybook/platform/rate-limits/migrations";
import { searchMigrations } from "@daybook/platform/search/postgres/migrations";
import { readModelMigrations } from "@daybook/read-models/migrations";
import type pg from "pg";

/** Every migration of the product, in the order in which they apply. */
export const allMigrations: readonly Migration[] = [
  ...dataVersionMigrations,
  ...eventStoreMigrations,
  ...vaultMigrations,
  ...sharingMigrations,
  ...rateLimitMigrations,
  ...ledgerMigrations,
  ...outboxMigrations,
  ...photoMigrations,
  ...processMigrations,
  ...jobMigrations,
  ...reminderMigrations,
  ...lookingGlassMigrations,
  ...paymentMigrations,
  ...searchMigrations,
  ...readModelMigrations,
];

const schema: DataSchema = {
  version: product.version,
  migrations: allMigrations,
  eventTypes: new Map(Object.entries(domainEvents).map(([type, { version }]) => [type, version])),
};

/**
 * Migrates all schemas of a database to this version, and records that this version has used it. Several processes may do so at the
 * same time. Throws a `StartError` when a later version or build has used it.
 */
export async function migrateDatabase(pool: pg.Pool): Promise<void> {
  await assertNotLater(pool, schema);
  await migrate(pool, allMigrations);
  await noteVersion(pool, schema);
}

/** Migrates the database of a platform. See {@link migrateDatabase}. */
export const migrateAll = ({ pools }: Pick<Platform, "pools">): Promise<void> =>
  migrateDatabase(pools.durable);
