import type pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { APPENDED_CHANNEL, createAnnouncer } from "./announcer.ts";
import { createListener, type Listener } from "../postgres/listen.ts";
import { createPool } from "../postgres/pool.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { readWhileAppending } from "../testing/read-while-appending.ts";
import { newStream, testEvent } from "../testing/test-events.ts";
import { type EventStore, GapDetected, OutcomeUnknown } from "./event-store.ts";
import { eventStoreMigrations } from "./migrations.ts";
import { toPosition } from "./position.ts";
import { createPostgresEventStore } from "./postgres.ts";

let database: TestDatabase;
let admin: pg.Pool;
let listener: Listener;
let store: EventStore;
const stores: EventStore[] = [];

/** A store like that of another process: with its own connection pool and queue of appends. Only the listener is shared. */
function openStore(options: { pollMs?: number } = {}): EventStore {
  const pool = createPool({ connectionString: database.url, max: 4, applicationName: "store" });
  const newStore = createPostgresEventStore({ pool, listener, ...options });
  stores.push(newStore);
  return newStore;
}

beforeEach(async () => {
  database = await createTestDatabase(eventStoreMigrations);
  admin = createPool({ connectionString: database.url, max: 3, applicationName: "admin" });
  listener = createListener({ connectionString: database.url });
  store = openStore();
});

afterEach(async () => {
  await Promise.all(stores.splice(0).map((eventStore) => eventStore.close()));
  await listener.close();
  await admin.end();
  await database.drop();
});

const readPositions = async (): Promise<unknown[]> =>
  (await admin.query("SELECT position FROM eventstore.events ORDER BY position")).rows.map(
    (row) => row.position,
  );

/** How many sequential scans of the table of events are counted. PostgreSQL may add the scans of a session only when the session ends. */
async function countSequentialScans(): Promise<unknown> {
  const { rows } = await admin.query(
    `SELECT sum(seq_scan)::int AS scans FROM pg_stat_user_tables
      WHERE schemaname = 'eventstore' AND relname = 'events'`,
  );
  return rows[0].scans;
}

/** Locks the head, as a running append does, while `work` runs. */
async function whileHeadIsLocked(work: (holder: pg.PoolClient) => Promise<void>): Promise<void> {
  const holder = await admin.connect();
  try {
    await holder.query("BEGIN");
    await holder.query("SELECT position FROM eventstore.head FOR UPDATE");
    await work(holder);
    await holder.query("ROLLBACK");
  } finally {
    holder.release();
  }
}

/** The server process of an append that waits for the head's lock. */
async function waitForBlockedBackend(): Promise<number> {
  for (;;) {
    const { rows } = await admin.query(
      `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'store'
        AND wait_event_type = 'Lock'`,
    );
    if (rows[0]) return rows[0].pid;
  }
}

test("positions are 1, 2, 3, … even with refused appends in between and two processes that append concurrently", async () => {
  const existingEvent = testEvent();
  await store.append(newStream(), "none", [existingEvent]);
  const otherProcess = openStore();
  const appends = Array.from({ length: 60 }, (_, index) => {
    const target = index % 2 === 0 ? store : otherProcess;
    if (index % 10 === 3) return target.append(newStream(), 9, [testEvent()]);
    // Another stream has this id, so the database refuses the statement.
    if (index % 10 === 7) return target.append(newStream(), "none", [testEvent(), existingEvent]);
    return target.append(newStream(), "none", [testEvent(), testEvent()]);
  });
  const results = await Promise.allSettled(appends);
  expect(results.filter(({ status }) => status === "rejected")).toHaveLength(6);
  expect(
    results.filter((result) => result.status === "fulfilled" && result.value.status === "ok"),
  ).toHaveLength(48);
  expect(await readPositions()).toEqual(Array.from({ length: 97 }, (_, index) => index + 1));
  expect(await store.head()).toBe("97");
});

test("appends that arrive while a batch is in flight are committed together", async () => {
  let appends: Promise<unknown>[] = [];
  await whileHeadIsLocked(async () => {
    const firstAppend = store.append(newStream(), "none", [testEvent()]);
    await waitForBlockedBackend();
    appends = [
      firstAppend,
      ...Array.from({ length: 50 }, () => store.append(newStream(), "none", [testEvent()])),
    ];
  });
  await Promise.all(appends);
  // All rows of a transaction have the time of its start.
  const { rows } = await admin.query(
    "SELECT count(*) FROM eventstore.events GROUP BY created_at ORDER BY min(position)",
  );
  expect(rows.map(({ count }) => count)).toEqual([1, 50]);
});

test("a connection lost in an append is an unknown outcome, and the retry writes once", async () => {
  const stream = newStream();
  const events = [testEvent()];
  await whileHeadIsLocked(async () => {
    const lostAppend = store.append(stream, "none", events);
    const failure = lostAppend.catch((error: unknown) => error);
    await admin.query("SELECT pg_terminate_backend($1)", [await waitForBlockedBackend()]);
    expect(await failure).toBeInstanceOf(OutcomeUnknown);
  });
  expect((await store.append(stream, "none", events)).status).toBe("ok");
  expect((await store.append(stream, "none", events)).status).toBe("duplicate");
  expect(await readPositions()).toEqual([1]);
});

test("a database that cannot be reached is an unknown outcome as well", async () => {
  const pool = createPool({
    connectionString: "postgres://nobody@127.0.0.1:1/none",
    applicationName: "store",
  });
  const unreachable = createPostgresEventStore({ pool, listener });
  await expect(unreachable.append(newStream(), "none", [testEvent()])).rejects.toThrow(OutcomeUnknown);
  await unreachable.close();
});

test("a reader stops at the batch that has a gap, and handles none of its events", async () => {
  for (let n = 0; n < 6; n++) await store.append(newStream(), "none", [testEvent()]);
  await admin.query("DELETE FROM eventstore.events WHERE position = 4");
  const handledPositions: string[] = [];
  const { signal } = new AbortController();
  const subscription = store.subscribe({ after: null, batchSize: 2, signal }, async (batch) => {
    handledPositions.push(...batch.map(({ position }) => position));
  });
  await expect(subscription).rejects.toThrow(GapDetected);
  expect(handledPositions).toEqual(["1", "2"]);
  await expect(store.readAll({ after: toPosition(3), limit: 10 })).rejects.toThrow(GapDetected);
  expect(await store.readAll({ after: toPosition(4), limit: 10 })).toHaveLength(2);
});

test("a reader ends when the log is replaced by one that ends before its position, so that it misses no new event", async () => {
  for (let n = 0; n < 2; n++) await store.append(newStream(), "none", [testEvent()]);
  const reader = openStore({ pollMs: 10 });
  const { signal } = new AbortController();
  const subscription = reader.subscribe({ after: null, signal }, async () => {
    // As in a failover to a copy without the newest event, after which all connections are made again.
    await admin.query(
      "BEGIN; DELETE FROM eventstore.events WHERE position = 2; UPDATE eventstore.head SET position = 1; COMMIT",
    );
  });
  await expect(subscription).rejects.toThrow(GapDetected);
});

test("a reader in another process gets a notification before it polls", async () => {
  const reader = openStore({ pollMs: 3_600_000 });
  const stop = new AbortController();
  let onArrival = (): void => {};
  const subscription = reader.subscribe({ after: null, signal: stop.signal }, async () => onArrival());
  for (let n = 0; n < 8; n++) {
    const arrival = new Promise<void>((resolve) => (onArrival = resolve));
    await store.append(newStream(), "none", [testEvent()]);
    await arrival;
  }
  stop.abort();
  await subscription;
});

test("a reader finds an append without a notification", async () => {
  const silentListener: Listener = { subscribe: () => () => {}, close: () => Promise.resolve() };
  const pool = createPool({ connectionString: database.url, applicationName: "store" });
  const reader = createPostgresEventStore({ pool, listener: silentListener });
  stores.push(reader);
  const stop = new AbortController();
  const subscription = reader.subscribe({ after: null, signal: stop.signal }, async () => stop.abort());
  await store.append(newStream(), "none", [testEvent()]);
  await subscription;
  expect(stop.signal.aborted).toBe(true);
});

test("150 concurrent announcements cause two notifications: one immediately, and one for all that came while it was sent", async () => {
  let receivedCount = 0;
  let pauseCount = 0;
  const client = await admin.connect();
  client.on("notification", () => receivedCount++);
  await client.query(`LISTEN ${APPENDED_CHANNEL}`);
  const countPause = async () => pauseCount++;
  const announcer = createAnnouncer(admin, "this store", countPause);
  for (let n = 0; n < 150; n++) announcer.announce();
  await announcer.close();
  // Notifications arrive with the next result at the latest.
  await client.query("SELECT 1");
  client.release(true);
  expect([receivedCount, pauseCount]).toEqual([2, 2]);
});

test("four processes that append concurrently neither lose, repeat nor reorder events", async () => {
  const processes = [store, openStore(), openStore(), openStore()];
  let turn = 0;
  const roundRobinStore: EventStore = {
    ...store,
    append: (...append) => processes[turn++ % processes.length]!.append(...append),
  };
  expect(await readWhileAppending(roundRobinStore, 25)).toEqual({ lost: [], repeated: [], disordered: [] });
  // 16 writers with 25 events each, and one last event.
  expect(await readPositions()).toEqual(Array.from({ length: 401 }, (_, index) => index + 1));
});

test("appends still use indexes when their plans were made for an empty log", async () => {
  // PostgreSQL keeps a plan from its sixth use on.
  for (let n = 0; n < 10; n++) await store.append(newStream(), "none", [testEvent()]);
  await admin.query(
    `INSERT INTO eventstore.events (position, stream, revision, event_id, type, version, data, meta)
       SELECT n, 'filler-' || n, 0, gen_random_uuid(), 'Tested', 1, '{}', '{}' FROM generate_series(11, 5000) n`,
  );
  await admin.query("UPDATE eventstore.head SET position = 5000");
  const scansBefore = await countSequentialScans();
  for (let n = 0; n < 20; n++) await store.append(newStream(), "none", [testEvent()]);
  await stores.splice(stores.indexOf(store), 1)[0]?.close();
  expect(await countSequentialScans()).toBe(scansBefore);
});
