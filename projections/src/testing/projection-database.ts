import { eventStoreMigrations } from "@daybook/platform/event-store/migrations";
import { createPostgresEventStore } from "@daybook/platform/event-store/postgres";
import type { EventStore } from "@daybook/platform/event-store/event-store";
import { comparePositions } from "@daybook/platform/event-store/position";
import { createListener, type Listener } from "@daybook/platform/postgres/listen";
import { createPool } from "@daybook/platform/postgres/pool";
import { createTestDatabase } from "@daybook/platform/testing/database";
import { readModelMigrations } from "@daybook/read-models/migrations";
import { readCheckpoints } from "@daybook/read-models/queries/checkpoints";
import type pg from "pg";
import { expect, vi } from "vitest";
import { createAppender } from "./diary-events.ts";

/** A database with a log and read models, but without a vault, because projections need no keys. */
export type ProjectionDatabase = {
  readonly url: string;
  readonly pool: pg.Pool;
  readonly store: EventStore;
  readonly listener: Listener;
  readonly append: ReturnType<typeof createAppender>;
  /** Waits until the checkpoints of these projections reach the current end of the log. */
  waitUntilCaughtUp(names: readonly string[]): Promise<void>;
  close(): Promise<void>;
};

/** Creates a {@link ProjectionDatabase} for a test. */
export async function createProjectionDatabase(): Promise<ProjectionDatabase> {
  const database = await createTestDatabase([...eventStoreMigrations, ...readModelMigrations]);
  const connectionString = database.url;
  const pool = createPool({ connectionString, max: 16, applicationName: "test", durable: false });
  const listener = createListener({ connectionString });
  const storePool = createPool({ connectionString, max: 6, applicationName: "test event store" });
  const store = createPostgresEventStore({ pool: storePool, listener });
  return {
    url: connectionString,
    pool,
    store,
    listener,
    append: createAppender(store),
    async waitUntilCaughtUp(names) {
      const headPosition = await store.head();
      const findNamesBehind = async () => {
        const checkpoints = await readCheckpoints(pool);
        return names.filter((name) => comparePositions(checkpoints.get(name) ?? null, headPosition) < 0);
      };
      await vi.waitFor(async () => expect(await findNamesBehind()).toEqual([]), {
        timeout: 60_000,
        interval: 10,
      });
    },
    async close() {
      await store.close();
      await listener.close();
      await pool.end();
      await database.drop();
    },
  };
}
