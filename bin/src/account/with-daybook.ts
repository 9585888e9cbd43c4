import type { Config } from "@daybook/platform/config";
import { openDatabase } from "@daybook/platform/embedded/open-database";
import type { EventStore } from "@daybook/platform/event-store/event-store";
import { createLogger } from "@daybook/platform/logger";
import { openEventStore } from "@daybook/platform/platform";
import { createListener } from "@daybook/platform/postgres/listen";
import { createPool } from "@daybook/platform/postgres/pool";
import type { Pool } from "pg";
import { migrateDatabase } from "../start/migrate-all.ts";

/** Migrates the configured database, and runs `work` with it and the event store. Starts the embedded database if it is not running. */
export async function withDaybook<T>(
  config: Config,
  work: (parts: { databaseUrl: string; pool: Pool; store: EventStore }) => Promise<T>,
): Promise<T> {
  const logger = createLogger({ level: "error" });
  const { databaseUrl, dataFolder } = config;
  const database = await openDatabase({ databaseUrl, dataFolder, logger });
  const listener = createListener({ connectionString: database.url, logger });
  const pool = createPool({ connectionString: database.url, applicationName: "daybook command", logger });
  try {
    await migrateDatabase(pool);
    const store = await openEventStore({ config, databaseUrl: database.url, logger }, listener);
    try {
      return await work({ databaseUrl: database.url, pool, store });
    } finally {
      await store.close();
    }
  } finally {
    await listener.close();
    await pool.end();
    await database.close();
  }
}
