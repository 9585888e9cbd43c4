import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "@daybook/platform/embedded/open-database";
import type { EventStore } from "@daybook/platform/event-store/event-store";
import { createPostgresEventStore } from "@daybook/platform/event-store/postgres";
import { createListener, type Listener } from "@daybook/platform/postgres/listen";
import { createPool } from "@daybook/platform/postgres/pool";
import type pg from "pg";
import { offlineConnections } from "@daybook/projections/registry";
import { migrateDatabase } from "../start/migrate-all.ts";

/** An embedded PostgreSQL on a temporary data folder, with an event store. */
export type BenchDatabase = {
  readonly url: string;
  readonly store: EventStore;
  readonly listener: Listener;
  /** A commit resolves when it is on disk. */
  readonly durable: pg.Pool;
  /** A commit resolves before it is on disk. */
  readonly relaxed: pg.Pool;
};

const silentLogger = { info: () => {}, warn: () => {} };

/** Runs `work` with an empty database, and removes it afterwards. */
export async function withBenchDatabase<T>(work: (database: BenchDatabase) => Promise<T>): Promise<T> {
  const root = await mkdtemp(join(tmpdir(), "daybook-bench-"));
  await chmod(root, 0o711);
  const database = await openDatabase({
    databaseUrl: undefined,
    dataFolder: join(root, "data"),
    logger: silentLogger,
  }).catch(async (error: unknown) => {
    await rm(root, { recursive: true, force: true });
    throw error;
  });
  const connection = { connectionString: database.url, applicationName: "daybook bench" };
  const durable = createPool({ ...connection, max: offlineConnections });
  const relaxedPool = createPool({ ...connection, max: 10, durable: false });
  const listener = createListener(connection);
  const store = createPostgresEventStore({ pool: createPool({ ...connection, max: 6 }), listener });
  try {
    await migrateDatabase(durable);
    return await work({ url: database.url, store, listener, durable, relaxed: relaxedPool });
  } finally {
    await store.close();
    await listener.close();
    await Promise.all([durable.end(), relaxedPool.end()]);
    await database.close();
    await rm(root, { recursive: true, force: true });
  }
}
