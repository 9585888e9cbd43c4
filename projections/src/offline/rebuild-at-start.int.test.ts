import { describe, expect, test } from "vitest";
import type { Projection } from "../core/define-projection.ts";
import { entryPage } from "../entry-page/projection.ts";
import { projections } from "../registry.ts";
import { breakProjection } from "../testing/break-projection.ts";
import { diary } from "../testing/diary-events.ts";
import { tableRows } from "../testing/table-rows.ts";
import { projectionNames, someEvents, useProjections } from "../testing/use-projections.ts";
import { readProjectionStatuses } from "./status.ts";
import { verify } from "./verify.ts";

const { setup, start, allRows } = useProjections();

describe("at the start", () => {
  /** A version with a visible difference: it trashes an entry that gets a star. */
  const nextVersion: Projection = {
    ...entryPage,
    version: entryPage.version + 1,
    handlers: { ...entryPage.handlers, EntryStarred: entryPage.handlers.EntryTrashed },
  };

  test("tables of an older version are rebuilt, and the process of the older version stops writing", async () => {
    const { database } = setup;
    const oldProcess = await start();
    await database.append(...someEvents);
    await database.waitUntilCaughtUp(projectionNames);
    const entries = async () =>
      (await tableRows(database.pool, entryPage))["entries"]?.map(({ id, status, revision }) => [
        id,
        status,
        revision,
      ]);
    await start([nextVersion]);
    const [status] = await readProjectionStatuses(database, [nextVersion], Date.now());
    expect([status?.liveVersion, status?.lagEvents]).toEqual([nextVersion.version, 0]);
    await database.append(diary.entryRevised(1, 2), diary.entryStarred(1));
    await database.waitUntilCaughtUp(projectionNames);
    expect(await entries()).toEqual([
      [1, "trashed", 3],
      [3, "trashed", 1],
      [4, "trashed", 1],
    ]);
    await expect.poll(() => oldProcess.health()).toEqual({ status: "down" });
  });

  test("a table that a new version adds is created by the rebuild", async () => {
    const { database } = setup;
    const oldProcess = await start();
    await database.append(...someEvents);
    await database.waitUntilCaughtUp(projectionNames);
    const correctRows = await allRows();
    await oldProcess.stop();
    await database.pool.query(
      `DROP TABLE read_models.entry_states;
      UPDATE read_models.checkpoints SET version = version - 1, tables = '{entries,entry_bodies,journal_counts}'
      WHERE projection = 'entry-page'`,
    );
    await start();
    expect(await allRows()).toEqual(correctRows);
  });

  test("when an event stops the rebuild, the old tables stay and the role is down", async () => {
    const { database } = setup;
    const oldProcess = await start();
    await database.append(...someEvents);
    await database.waitUntilCaughtUp(projectionNames);
    await oldProcess.stop();
    const rowsBefore = await allRows();
    const role = await start([
      { ...breakProjection(entryPage, { stream: "entry-1" }), version: nextVersion.version },
    ]);
    await database.append(diary.entryCreated(9, 10));
    await expect.poll(() => role.health()).toEqual({ status: "down" });
    expect(await allRows()).toEqual(rowsBefore);
  });

  test("empty tables of a long log are rebuilt before they follow the log", async () => {
    const { database } = setup;
    await database.append(...Array.from({ length: 1_100 }, (_, index) => diary.entryCreated(index + 1, 10)));
    await start();
    expect(
      (await readProjectionStatuses(database, projections, Date.now())).map(({ lagEvents }) => lagEvents),
    ).toEqual(projections.map(() => 0));
    expect((await verify(database, projections)).difference).toBeNull();
  });

  test("a signal ends a rebuild, the start fails, and no shadow table is left", async () => {
    const { database } = setup;
    await database.append(...Array.from({ length: 1_100 }, (_, index) => diary.entryCreated(index + 1, 10)));
    const controller = new AbortController();
    const store: typeof database.store = {
      ...database.store,
      readAll: async (options) => {
        if (options.after !== null) controller.abort();
        return database.store.readAll(options);
      },
    };
    await expect(start(projections, undefined, { store, signal: controller.signal })).rejects.toThrow(
      "aborted",
    );
    const { rows } = await database.pool.query(
      "SELECT relname FROM pg_class WHERE relnamespace = 'read_models'::regnamespace AND relname LIKE '%\\_\\_next%'",
    );
    expect(rows).toEqual([]);
  });
});
