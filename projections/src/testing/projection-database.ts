import { eventStoreMigrations } from "@daybook/platform/event-store/migrations";
import { createPostgresEventStore } from "@daybook/platform/event-store/postgres";
import type { EventStore } from "@daybook/platform/event-store/event-store";
import { comparePositions } from "@daybook/platform/event-store/position";
import { createListener, type Listener } from "@daybook/platform/postgres/listen";
import { migrate } from "@daybook/platform/postgres/migrate";
import { createPool } from "@daybook/platform/postgres/pool";
import { createTestDatabase } from "@daybook/platform/testing/database";
import { readModelMigrations } from "@daybook/read-models/migrations";
import { readCheckpoints } from "@daybook/read-models/queries/checkpoints";
import type pg from "pg";
import { expect } from "vitest";
import { createAppender } from "./diary-events.ts";

/** A database with a log and read models, and without a vault: nothing here may need a key. */
export type ProjectionDatabase = {
  readonly url: string;
  readonly pool: pg.Pool;
  readonly store: EventStore;
  readonly listener: Listener;
  readonly append: ReturnType<typeof createAppender>;
  /** Waits until these projections have everything that is in the log now. */
  caughtUp(names: readonly string[]): Promise<void>;
  close(): Promise<void>;
};

/** Makes a {@link ProjectionDatabase} of its own for a test. */
export async function createProjectionDatabase(): Promise<ProjectionDatabase> {
  const database = await createTestDatabase();
  const connectionString = database.url;
  const pool = createPool({ connectionString, max: 16, applicationName: "test", durable: false });
  await migrate(pool, [...eventStoreMigrations, ...readModelMigrations]);
  const listener = createListener({ connectionString });
  const storePool = createPool({ connectionString, max: 6, applicationName: "test event store" });
  const store = createPostgresEventStore({ pool: storePool, listener });
  return {
    url: connectionString,
    pool,
    store,
    listener,
    append: createAppender(store),
    async caughtUp(names) {
      const head = await store.head();
      const behind = async () => {
        const reached = await readCheckpoints(pool);
        return names.filter((name) => comparePositions(reached.get(name) ?? null, head) < 0);
      };
      await expect.poll(behind, { timeout: 30_000, interval: 10 }).toEqual([]);
    },
    async close() {
      await store.close();
      await listener.close();
      await pool.end();
      await database.drop();
    },
  };
}
