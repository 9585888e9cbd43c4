import { toPosition } from "@daybook/platform/event-store/position";
import { expect, test } from "vitest";
import type { Projection } from "../core/define-projection.ts";
import { entryPage } from "../entry-page/projection.ts";
import { verify } from "../offline/verify.ts";
import { breakProjection } from "../testing/break-projection.ts";
import { diary } from "../testing/diary-events.ts";
import type { ProjectionDatabase } from "../testing/projection-database.ts";
import { useProjections } from "../testing/use-projections.ts";

const { setup, start } = useProjections();

test("after a crash of the database, lost commits are applied again without a new event", async () => {
  const { database } = setup;
  await start([entryPage]);
  await database.append(diary.entryCreated(1, 10));
  await database.waitUntilCaughtUp([entryPage.name]);
  // A crash loses commits that are not on disk, and ends all connections.
  await database.pool.query(
    `BEGIN; DELETE FROM read_models.entries; DELETE FROM read_models.entry_bodies;
    DELETE FROM read_models.entry_states; DELETE FROM read_models.journal_counts;
    UPDATE read_models.checkpoints SET position = NULL WHERE projection = 'entry-page'; COMMIT;
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'daybook listener'`,
  );
  await database.waitUntilCaughtUp([entryPage.name]);
  expect(await verify(database, [entryPage])).toEqual({ events: 1, rows: 4, parked: 0, difference: null });
});

/**
 * A store that a test can fail over to an asynchronous replica, which has neither the second event nor the commit that applied it.
 * `replacements` replace methods of the store.
 */
function createFailover(
  database: ProjectionDatabase,
  replacements: Partial<Pick<ProjectionDatabase["store"], "readAll" | "subscribe">> = {},
) {
  const counts = { reads: 0, headReads: 0 };
  const base = { ...database.store, ...replacements };
  let hasFailedOver = false;
  const store: typeof database.store = {
    ...base,
    readAll: (options) => {
      counts.reads += 1;
      return base.readAll(options);
    },
    head: async () => {
      const isAfterFailover = hasFailedOver;
      const head = await base.head();
      if (isAfterFailover) counts.headReads += 1;
      return head;
    },
  };
  return {
    store,
    counts,
    async failOver() {
      await database.pool.query(
        `BEGIN; DELETE FROM eventstore.events WHERE position = 2; UPDATE eventstore.head SET position = 1;
        UPDATE read_models.checkpoints SET position = '1' WHERE projection = 'entry-page'; COMMIT`,
      );
      hasFailedOver = true;
    },
    /** Waits until Daybook has compared its positions with the end of the new log. An earlier append would hide the loss. */
    waitUntilNoticed: () => expect.poll(() => counts.headReads).toBeGreaterThan(0),
  };
}

test("after a failover to a database without the newest events, runners wait for new ones, and apply them", async () => {
  const { database } = setup;
  let deliveredCount = 0;
  const failover = createFailover(database, {
    subscribe: (options, handle) =>
      database.store.subscribe(options, async (batch) => {
        await handle(batch);
        deliveredCount += batch.length;
      }),
  });
  await start([entryPage], undefined, { store: failover.store });
  await database.append(diary.entryCreated(1, 10));
  await database.append(diary.entryRevised(1, 1));
  await expect.poll(() => deliveredCount).toBe(2);
  await database.waitUntilCaughtUp([entryPage.name]);
  await failover.failOver();
  await failover.waitUntilNoticed();
  let previousReads = -1;
  const hasReadSince = () => {
    const hasRead = failover.counts.reads > previousReads;
    previousReads = failover.counts.reads;
    return hasRead;
  };
  await expect.poll(hasReadSince, { interval: 100 }).toBe(false);
  await database.append(diary.entryCreated(2, 10));
  await database.waitUntilCaughtUp([entryPage.name]);
});

test("after a failover, a runner that was ahead of the subscription applies the new events too", async () => {
  const { database } = setup;
  let isDelivering = false;
  const failover = createFailover(database, {
    subscribe: (options, handle) =>
      database.store.subscribe(options, async (batch) => {
        if (isDelivering) await handle(batch);
      }),
  });
  await database.append(diary.entryCreated(1, 10));
  await database.append(diary.entryRevised(1, 1));
  await start([entryPage], undefined, { store: failover.store });
  // The runner reads the log itself, because the subscription delivers nothing.
  await database.waitUntilCaughtUp([entryPage.name]);
  isDelivering = true;
  await failover.failOver();
  await failover.waitUntilNoticed();
  await database.append(diary.entryCreated(2, 10));
  await database.waitUntilCaughtUp([entryPage.name]);
});

test("after a failover between two reads of a runner, it continues from the checkpoint of the new database", async () => {
  const { database } = setup;
  await database.append(diary.entryCreated(1, 10));
  await database.append(diary.entryRevised(1, 1));
  let isFailingOver = false;
  const failover = createFailover(database, {
    readAll: async (options) => {
      if (options.after === toPosition(2) && !isFailingOver) {
        isFailingOver = true;
        await failover.failOver();
      }
      return database.store.readAll(options);
    },
    subscribe: async (options, handle) => {
      if (isFailingOver) await database.store.subscribe(options, handle);
    },
  });
  const role = await start([entryPage], undefined, { store: failover.store });
  await failover.waitUntilNoticed();
  await database.append(diary.entryCreated(2, 10));
  await database.waitUntilCaughtUp([entryPage.name]);
  expect(await role.health()).toEqual({ status: "ok" });
});

test("the role is down when the tables have a later version than its projections, even without new events", async () => {
  const { database } = setup;
  await database.pool.query(
    "UPDATE read_models.checkpoints SET version = 99 WHERE projection = 'entry-page'",
  );
  const role = await start([entryPage]);
  await expect.poll(() => role.health()).toEqual({ status: "down" });
});

test("an event that cannot be applied is tried five times, however often the database failed before", async () => {
  const { database } = setup;
  let tries = 0;
  const { EntryRevised } = breakProjection(entryPage, { stream: "entry-1" }).handlers;
  const handlers: Projection["handlers"] = {
    ...entryPage.handlers,
    EntryRevised: (...parameters) => {
      tries += 1;
      EntryRevised(...parameters);
    },
  };
  let pauses = 0;
  const pause = () => {
    pauses += 1;
    return 1;
  };
  await start([{ ...entryPage, handlers }], { attempts: 5, pause });
  await database.append(diary.entryCreated(1, 10));
  await database.waitUntilCaughtUp([entryPage.name]);
  await database.pool.query("ALTER TABLE read_models.entries RENAME TO elsewhere");
  await database.append(diary.entryRevised(1, 1));
  await expect.poll(() => pauses).toBeGreaterThan(5);
  await database.pool.query("ALTER TABLE read_models.elsewhere RENAME TO entries");
  await database.waitUntilCaughtUp([entryPage.name]);
  expect(tries).toBe(5);
});
