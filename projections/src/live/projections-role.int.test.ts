import { toPosition } from "@daybook/platform/event-store/position";
import type { ProjectionName } from "@daybook/read-models/tables";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Projection } from "../core/define-projection.ts";
import { entryPage } from "../entry-page/projection.ts";
import { startProjections } from "../main.ts";
import { replayParked } from "../offline/replay-parked.ts";
import { verify } from "../offline/verify.ts";
import { projections } from "../registry.ts";
import { breakProjection } from "../testing/break-projection.ts";
import { diary, timeAtMinute } from "../testing/diary-events.ts";
import { createProjectionDatabase, type ProjectionDatabase } from "../testing/projection-database.ts";
import { tableRows } from "../testing/table-rows.ts";
import type { Retry } from "./projection-runner.ts";

let database: ProjectionDatabase;
let roles: { stop(): Promise<void> }[];

beforeEach(async () => {
  roles = [];
  database = await createProjectionDatabase();
});
afterEach(async () => {
  await Promise.all(roles.map((role) => role.stop()));
  await database.close();
});

const projectionNames = projections.map(({ name }) => name as ProjectionName);
const otherProjections = projectionNames.filter((name) => name !== "entry-page");
const silentLogger = { fatal() {}, error() {}, warn() {}, info() {}, debug() {} };
const quickRetry: Retry = { attempts: 5, pause: () => 1 };

async function start({
  store = database.store,
  ...options
}: {
  store?: typeof database.store;
  projections?: readonly Projection[];
  retry?: Retry;
  detachAfterMs?: number;
} = {}) {
  const { listener, pool } = database;
  const platform = { store, listener, logger: silentLogger, pools: { relaxed: pool } };
  const role = await startProjections(platform, { retry: quickRetry, ...options });
  roles.push(role);
  return role;
}

const withEntryPage = (replacement: Projection) =>
  projections.map((projection) => (projection.name === "entry-page" ? replacement : projection));
const entries = async () => (await tableRows(database.pool, entryPage))["entries"] ?? [];
const idsOf = (rows: readonly Readonly<Record<string, unknown>>[]) => rows.map((row) => row["id"]);
const parkedEvents = async () => {
  const { rows } = await database.pool.query(
    "SELECT projection, stream, revision, type, reason FROM read_models.parked_events ORDER BY 1, 2, 3",
  );
  return rows as unknown[];
};
const findDifference = async () => (await verify(database, projections)).difference;

describe("following the log", () => {
  test("two processes apply each event once, whether it was appended before or after their start", async () => {
    await database.append(diary.accountOpened(1), diary.journalCreated(10, 1), diary.entryCreated(1, 10));
    await start();
    await start();
    await database.waitUntilCaughtUp(projectionNames);
    for (let save = 1; save <= 20; save += 1) await database.append(diary.entryRevised(1, save));
    await database.append(diary.entryCreated(2, 10));
    await database.waitUntilCaughtUp(projectionNames);
    expect(await findDifference()).toBeNull();
    expect((await entries()).map(({ id, revision }) => [id, revision])).toEqual([
      [1, 21],
      [2, 1],
    ]);
  });

  test("events that are appended while the role is stopped are applied after its next start", async () => {
    const role = await start();
    await database.append(diary.entryCreated(1, 10));
    await database.waitUntilCaughtUp(projectionNames);
    await role.stop();
    await database.append(diary.entryCreated(2, 10));
    await start();
    await database.waitUntilCaughtUp(projectionNames);
    expect(idsOf(await entries())).toEqual([1, 2]);
  });

  test("events are applied again when a crash of the database loses commits", async () => {
    await start();
    await database.append(diary.entryCreated(1, 10), diary.entryCreated(2, 10));
    await database.waitUntilCaughtUp(projectionNames);
    // A crash loses commits that are not on disk: rows and checkpoint go back together.
    await database.pool.query(
      `BEGIN; DELETE FROM read_models.entries; DELETE FROM read_models.entry_bodies;
      DELETE FROM read_models.journal_counts;
      UPDATE read_models.checkpoints SET position = NULL WHERE projection = 'entry-page'; COMMIT`,
    );
    await database.append(diary.entryCreated(3, 10));
    await database.waitUntilCaughtUp(projectionNames);
    expect(idsOf(await entries())).toEqual([1, 2, 3]);
    expect(await findDifference()).toBeNull();
  });

  test("a blocked projection does not block the others, and catches up afterwards", async () => {
    // With this timeout, a blocked projection is soon detached from the feed.
    await start({ detachAfterMs: 5 });
    const blocker = await database.pool.connect();
    await blocker.query("BEGIN; LOCK TABLE read_models.entries IN ACCESS EXCLUSIVE MODE");
    for (let id = 1; id <= 200; id += 1) await database.append(diary.entryCreated(id, 10));
    await database.waitUntilCaughtUp(otherProjections);
    await blocker.query("ROLLBACK");
    blocker.release();
    await database.waitUntilCaughtUp(projectionNames);
    expect((await entries()).length).toBe(200);
    expect(await findDifference()).toBeNull();
  });

  test("no event is parked while a table is missing, and the projection continues when the table is back", async () => {
    const role = await start();
    await database.pool.query("ALTER TABLE read_models.entries RENAME TO elsewhere");
    await database.append(diary.entryCreated(1, 10), diary.entryCreated(2, 10));
    await database.waitUntilCaughtUp(otherProjections);
    await expect.poll(() => role.health()).toEqual({ status: "degraded" });
    await database.pool.query("ALTER TABLE read_models.elsewhere RENAME TO entries");
    await database.waitUntilCaughtUp(projectionNames);
    expect([await parkedEvents(), idsOf(await entries())]).toEqual([[], [1, 2]]);
    await expect.poll(() => role.health()).toEqual({ status: "ok" });
  });

  test("the role is healthy again when the log can be read again, also without new events", async () => {
    const role = await start();
    await database.append(diary.entryCreated(1, 10));
    await database.waitUntilCaughtUp(projectionNames);
    await role.stop();
    let isBroken = true;
    const store: typeof database.store = {
      ...database.store,
      readAll: async (options) => {
        if (isBroken) throw new Error("the log cannot be read");
        return database.store.readAll(options);
      },
    };
    const newRole = await start({ store });
    await expect.poll(() => newRole.health()).toEqual({ status: "degraded" });
    isBroken = false;
    await expect.poll(() => newRole.health()).toEqual({ status: "ok" });
  });

  test("a projection stops when its tables have a later version, and does not change them", async () => {
    const role = await start();
    await database.pool.query(
      "UPDATE read_models.checkpoints SET version = 9 WHERE projection = 'entry-page'",
    );
    await database.append(diary.entryCreated(1, 10));
    await database.waitUntilCaughtUp(otherProjections);
    await expect.poll(() => role.health()).toEqual({ status: "down" });
    expect(await entries()).toEqual([]);
  });
});

describe("events that cannot be applied", () => {
  const history = [
    diary.entryCreated(1, 10),
    diary.entryCreated(2, 10),
    diary.entryRevised(2, 1),
    diary.entryRevised(1, 1),
    diary.entryStarred(2),
    diary.entryRevised(1, 2),
  ];
  const parkedOfEntry2 = [
    { projection: "entry-page", stream: "entry-2", revision: 1, type: "EntryRevised", reason: "RangeError" },
    {
      projection: "entry-page",
      stream: "entry-2",
      revision: 2,
      type: "EntryStarred",
      reason: "stream_parked",
    },
  ];

  test("a failing event is tried five times alone and then parked with later events of its stream; other streams continue", async () => {
    const fault = { stream: "entry-2" };
    let tries = 0;
    const brokenProjection = breakProjection(entryPage, fault);
    const countingProjection = {
      ...brokenProjection,
      handlers: {
        ...brokenProjection.handlers,
        EntryRevised: ((tables, data, source) => {
          if (source.stream === fault.stream) tries += 1;
          brokenProjection.handlers.EntryRevised(tables, data, source);
        }) as typeof brokenProjection.handlers.EntryRevised,
      },
    };
    await database.append(...history);
    const role = await start({ projections: withEntryPage(countingProjection) });
    await database.waitUntilCaughtUp(projectionNames);
    expect((await entries()).map(({ id, revision }) => [id, revision])).toEqual([
      [1, 3],
      [2, 1],
    ]);
    // The whole batch and two parts of it try the event once each; alone it is tried five times.
    expect(tries).toBe(3 + 5);
    expect(await parkedEvents()).toEqual(parkedOfEntry2);
    expect(await role.health()).toEqual({ status: "degraded" });

    await database.append(diary.entryTrashed(2), diary.entryCreated(3, 10));
    await database.waitUntilCaughtUp(projectionNames);
    expect(await parkedEvents()).toHaveLength(3);
    expect(idsOf(await entries())).toEqual([1, 2, 3]);
    // A verification skips parked events; everything else must equal the log.
    expect(await verify(database, projections)).toEqual({ events: 8, rows: 16, parked: 3, difference: null });
  });

  test("after a repair, a replay applies a parked event before the later ones of its stream, while the projections run", async () => {
    const fault: { stream: string | null } = { stream: "entry-2" };
    const brokenProjection = breakProjection(entryPage, fault);
    await start({ projections: withEntryPage(brokenProjection) });
    await database.append(...history);
    await database.waitUntilCaughtUp(projectionNames);
    expect(await replayParked(database, [brokenProjection])).toEqual([
      { projection: "entry-page", stream: "entry-2", applied: 0, stuck: "RangeError" },
    ]);
    expect(await parkedEvents()).toEqual(parkedOfEntry2);

    fault.stream = null;
    expect(await replayParked(database, [brokenProjection])).toEqual([
      { projection: "entry-page", stream: "entry-2", applied: 2, stuck: null },
    ]);
    expect(await parkedEvents()).toEqual([]);
    expect((await entries()).map(({ id, revision, starred }) => [id, revision, starred])).toEqual([
      [1, 3, false],
      [2, 2, true],
    ]);
    await database.append(diary.entryTrashed(2, timeAtMinute(60)));
    await database.waitUntilCaughtUp(projectionNames);
    expect(await findDifference()).toBeNull();
  });

  test("a failing event is found by splitting the batch when the database reports the failure", async () => {
    const goodEvent = diary.entryRevised(2, 1);
    const badEvent = { ...goodEvent, data: { ...goodEvent.data, wordCount: 2 ** 40 } } as typeof goodEvent;
    await database.append(
      diary.entryCreated(1, 10),
      diary.entryCreated(2, 10),
      badEvent,
      diary.entryRevised(1, 1),
    );
    await start();
    await database.waitUntilCaughtUp(projectionNames);
    expect(await parkedEvents()).toEqual(
      ["entry-page", "entry-versions"].map((projection) => ({
        projection,
        stream: "entry-2",
        revision: 1,
        type: "EntryRevised",
        reason: "22003",
      })),
    );
    expect((await entries()).map(({ id, revision }) => [id, revision])).toEqual([
      [1, 2],
      [2, 1],
    ]);
  });

  test("an event of an unknown type is parked", async () => {
    await database.append(diary.entryCreated(1, 10));
    const event = {
      id: "6b1c2f0e-7d58-4f3c-9c1f-2f6d3c1f5a10",
      type: "EntrySung",
      version: 1,
      data: { entryId: 1 },
    };
    const meta = { commandId: event.id, actor: null, sessionId: null, requestId: null, at: timeAtMinute(1) };
    await database.store.append("entry-1", 0, [{ ...event, meta: { ...meta, source: "system" } }]);
    await start();
    await database.waitUntilCaughtUp(projectionNames);
    expect(await parkedEvents()).toEqual(
      projectionNames.toSorted().map((projection) => ({
        projection,
        stream: "entry-1",
        revision: 1,
        type: "EntrySung",
        reason: "UnreadableEvent",
      })),
    );
    expect(await database.store.head()).toBe(toPosition(2));
  });
});
