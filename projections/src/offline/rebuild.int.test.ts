import { setTimeout as sleep } from "node:timers/promises";
import { journalsOfUser } from "@daybook/read-models/queries/journals";
import { listEntries } from "@daybook/read-models/queries/entries";
import { versionsOf } from "@daybook/read-models/queries/versions";
import { toPosition } from "@daybook/platform/event-store/position";
import { isFullMatrix } from "@daybook/platform/testing/matrix";
import { describe, expect, test } from "vitest";
import { EventFailed } from "../core/fold-batch.ts";
import { entryPage } from "../entry-page/projection.ts";
import { projections } from "../registry.ts";
import { breakProjection } from "../testing/break-projection.ts";
import { diary, timeAtMinute } from "../testing/diary-events.ts";
import { projectionNames, someEvents, useProjections } from "../testing/use-projections.ts";
import { AlreadyRunning } from "./exclusive.ts";
import { rebuild, type RebuildProgress } from "./rebuild.ts";
import { replayParked } from "./replay-parked.ts";
import { readProjectionStatuses } from "./status.ts";
import { verify } from "./verify.ts";

const { setup, start, allRows } = useProjections();

/** Every table, column, constraint and index of the schema, from the database's catalogue. */
async function readCatalogue(): Promise<unknown[]> {
  const { rows } = await setup.database.pool.query<{ line: string }>(`
    SELECT concat_ws(' ', table_name, column_name, data_type, is_nullable, ordinal_position) AS line
      FROM information_schema.columns WHERE table_schema = 'read_models'
    UNION ALL SELECT concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid))
      FROM pg_constraint WHERE connamespace = 'read_models'::regnamespace
    UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'read_models'
    UNION ALL SELECT concat_ws(' ', relname, relpersistence, relkind) FROM pg_class
      WHERE relnamespace = 'read_models'::regnamespace
    ORDER BY line`);
  return rows;
}

describe("a rebuild", () => {
  test("creates the same tables with the same rows", async () => {
    const { database } = setup;
    await start();
    await database.append(...someEvents);
    await database.waitUntilCaughtUp(projectionNames);
    const [rowsBefore, catalogueBefore] = [await allRows(), await readCatalogue()];
    const reportedProgress: RebuildProgress[] = [];
    expect(
      await rebuild(database, projections, { onProgress: (progress) => reportedProgress.push(progress) }),
    ).toEqual({
      events: 11,
    });
    expect(await allRows()).toEqual(rowsBefore);
    expect(await readCatalogue()).toEqual(catalogueBefore);
    expect(reportedProgress[0]).toEqual({ phase: "load", events: 11, fraction: 1 });
    expect(reportedProgress.filter(({ phase }) => phase === "swap")).toEqual(
      projectionNames.map((projection) => ({ phase: "swap", projection })),
    );
  });

  test("repairs wrong tables, and the live projections continue with the new ones", async () => {
    const { database } = setup;
    await start();
    await database.append(...someEvents);
    await database.waitUntilCaughtUp(projectionNames);
    const correctRows = await allRows();
    await database.pool.query(
      "DELETE FROM read_models.entries; UPDATE read_models.journals SET status = 'trashed'",
    );
    await rebuild(database, projections);
    expect(await allRows()).toEqual(correctRows);
    await database.append(diary.entryRevised(1, 2), diary.entryCreated(5, 10));
    await database.waitUntilCaughtUp(projectionNames);
    expect(await verify(database, projections)).toEqual({
      events: 13,
      rows: 23,
      parked: 0,
      difference: null,
    });
  });

  test("fails with a reason when the log ends before the position of the live tables", async () => {
    const { database } = setup;
    const role = await start();
    await database.append(...someEvents);
    await database.waitUntilCaughtUp(projectionNames);
    await role.stop();
    const rowsBefore = await allRows();
    // As after restoring an older backup of the log.
    const store: typeof database.store = {
      ...database.store,
      head: async () => toPosition(3),
      readAll: async (options) =>
        (await database.store.readAll(options)).filter(({ position }) => Number(position) <= 3),
    };
    await expect(rebuild({ store, pool: database.pool }, projections)).rejects.toThrow(
      "the log of events ends before",
    );
    expect(await allRows()).toEqual(rowsBefore);
  });

  test("works during writes and reads: no read fails or returns an older revision than the previous read", async () => {
    const { database } = setup;
    await start();
    await database.append(...someEvents);
    await database.waitUntilCaughtUp(projectionNames);

    const stop = new AbortController();
    const { signal } = stop;
    let writes = 0;
    const writing = (async () => {
      while (!signal.aborted) {
        writes += 1;
        await database.append(diary.entryRevised(1, writes + 1, timeAtMinute(100 + writes)));
      }
    })();
    let reads = 0;
    const readUntilStopped = async () => {
      let newestRevision = 0;
      while (!signal.aborted) {
        const { pool } = database;
        const [journals, page, versions] = await Promise.all([
          journalsOfUser(pool, 1, "active", timeAtMinute(0)),
          listEntries(pool, { journalId: 10, view: "active", order: "modified", dir: "desc", limit: 10 }),
          versionsOf(pool, 1, { page: 1, limit: 5 }),
          pool.query("SELECT count(*) FROM read_models.accounts, read_models.account_activities"),
        ]);
        expect(journals).toHaveLength(1);
        if (!("entries" in page)) throw new Error("expected a page");
        expect(page.entries).toHaveLength(2);
        expect(page.entries[0]!.revision).toBeGreaterThanOrEqual(newestRevision);
        newestRevision = page.entries[0]!.revision;
        expect(versions.total).toBeGreaterThanOrEqual(2);
        reads += 1;
      }
    };
    const readers = [readUntilStopped(), readUntilStopped(), readUntilStopped()];
    const readsPerRebuild: number[] = [];
    try {
      for (let round = 0; round < (isFullMatrix ? 4 : 2); round += 1) {
        const readsBefore = reads;
        await rebuild(database, projections);
        readsPerRebuild.push(reads - readsBefore);
      }
    } finally {
      stop.abort();
    }
    await Promise.all([writing, ...readers]);
    expect(Math.min(...readsPerRebuild)).toBeGreaterThan(0);
    await database.waitUntilCaughtUp(projectionNames);
    expect((await verify(database, projections)).difference).toBeNull();
  });

  test("waits for a slow reader, and other reads do not fail", async () => {
    const { database } = setup;
    await database.append(...someEvents);
    await rebuild(database, projections);
    const slowClient = await database.pool.connect();
    await slowClient.query("BEGIN");
    await slowClient.query("SELECT count(*) FROM read_models.entries");
    let isDone = false;
    const rebuilding = rebuild(database, [entryPage]).then(() => (isDone = true));
    // Long enough for several attempts. Each gives up after the lock timeout, so that other reads can run.
    for (const endAt = performance.now() + 800; performance.now() < endAt; await sleep(5)) {
      await database.pool.query("SELECT count(*) FROM read_models.entries");
    }
    expect(isDone).toBe(false);
    await slowClient.query("COMMIT");
    slowClient.release();
    await rebuilding;
    expect((await verify(database, projections)).difference).toBeNull();
  });

  test("stops at the first event that cannot be applied, and the live tables do not change", async () => {
    const { database } = setup;
    await start();
    await database.append(...someEvents);
    await database.waitUntilCaughtUp(projectionNames);
    const [rowsBefore, catalogueBefore] = [await allRows(), await readCatalogue()];
    const brokenProjection = breakProjection(entryPage, { stream: "entry-1" });
    await expect(rebuild(database, [...projections.slice(0, 2), brokenProjection])).rejects.toBeInstanceOf(
      EventFailed,
    );
    expect(await allRows()).toEqual(rowsBefore);
    expect(await readCatalogue()).toEqual(catalogueBefore);
  });

  test("applies parked events after the fault is repaired", async () => {
    const { database } = setup;
    const fault: { stream: string | null } = { stream: "entry-1" };
    await start([breakProjection(entryPage, fault)]);
    await database.append(...someEvents);
    await database.waitUntilCaughtUp(["entry-page"]);
    fault.stream = null;
    await rebuild(database, [entryPage]);
    const [status] = await readProjectionStatuses(database, [entryPage], Date.now());
    expect([status?.parkedEvents, status?.lagEvents]).toEqual([0, 0]);
    expect(await replayParked(database, [entryPage])).toEqual([]);
    expect((await verify(database, [entryPage])).difference).toBeNull();
  });

  test("applies logs that are longer than a chunk, with an erased entry that is created again", async () => {
    const { database } = setup;
    const manyEvents = Array.from({ length: 10_200 }, (_, index) =>
      diary.entryCreated(index + 1, 10 + (index % 7)),
    );
    await database.append(...manyEvents);
    await database.append(
      ...Array.from({ length: 1_000 }, (_, index) => diary.entryRevised(index + 1, 1)),
      ...Array.from({ length: 200 }, (_, index) => diary.entryErased(index + 1)),
      diary.entryCreated(1, 10, { versionId: 77 }),
      diary.entryRevised(1, 5),
    );
    await rebuild(database, projections);
    // Compare with the live projections, because they write in another way. Position 0, not NULL, prevents a rebuild at the start.
    const rebuiltRows = await allRows();
    await database.pool.query(
      `TRUNCATE read_models.entries, read_models.entry_bodies, read_models.entry_states,
        read_models.journal_counts, read_models.entry_versions;
      UPDATE read_models.checkpoints SET position = '0'`,
    );
    await start();
    await database.waitUntilCaughtUp(projectionNames);
    expect(await allRows()).toEqual(rebuiltRows);
    const versionRows = rebuiltRows[projectionNames.indexOf("entry-versions")];
    expect(versionRows!["entryVersions"]).toHaveLength(10_200 + 1_000 - 2 * 200 + 2);
  });

  test("does not run at the same time as a verification", async () => {
    const { database } = setup;
    await database.append(...someEvents);
    const results = await Promise.allSettled([rebuild(database, projections), verify(database, projections)]);
    const failures = results.filter(({ status }) => status === "rejected") as PromiseRejectedResult[];
    expect(failures.map(({ reason }) => reason instanceof AlreadyRunning)).toEqual([true]);
    await rebuild(database, projections);
  });
});
