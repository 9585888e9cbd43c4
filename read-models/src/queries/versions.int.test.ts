import { afterAll, beforeAll, expect, test } from "vitest";
import { insertRows } from "../testing/insert-rows.ts";
import { createReadModelDatabase } from "../testing/read-model-database.ts";
import { versionRow } from "../testing/sample-rows.ts";
import { tables } from "../tables.ts";
import { versionById, versionsOf } from "./versions.ts";

let database: Awaited<ReturnType<typeof createReadModelDatabase>>;

/** The minutes of the saves of one entry, oldest first. Their ids count from 1. */
const saves = [0, 10, 39, 69, 98, 128, 1000];
const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 10, minute)).toISOString();
const savedVersions = saves.map((minute, index) =>
  versionRow({ id: index + 1, ordinal: index * 2, createdAt: at(minute) }),
);

beforeAll(async () => {
  database = await createReadModelDatabase();
  await insertRows(database.pool, tables.entryVersions, [
    ...savedVersions,
    versionRow({ id: 50, entryId: 101, ordinal: 0, createdAt: at(30) }),
  ]);
});
afterAll(() => database.close());

test("saves less than half an hour apart are one session; session 1 is the newest", async () => {
  const { total, versions, olderVersion } = await versionsOf(database.pool, 100, { page: 1, limit: 10 });
  expect(total).toBe(7);
  expect(olderVersion).toBeNull();
  expect(versions.map(({ id, session }) => [id, session])).toEqual([
    [7, 1],
    [6, 2],
    [5, 3],
    [4, 3],
    [3, 4],
    [2, 4],
    [1, 4],
  ]);
});

test("a list omits long bodies, and reading one version includes its body", async () => {
  const body = "x".repeat(20_000) as (typeof savedVersions)[0]["body"];
  await insertRows(database.pool, tables.entryVersions, [
    versionRow({ id: 60, entryId: 102, ordinal: 0, createdAt: at(30), body }),
    versionRow({ id: 61, entryId: 102, ordinal: 1, createdAt: at(31) }),
  ]);
  const { versions } = await versionsOf(database.pool, 102, { page: 1, limit: 10 });
  expect(versions.map((version) => version.body === null)).toEqual([false, true]);
  expect((await versionById(database.pool, 102, 60))?.body).toBe(body);
});

test("session numbers are the same on every page, and a page comes with the version before its oldest", async () => {
  const { total, versions, olderVersion } = await versionsOf(database.pool, 100, { page: 2, limit: 3 });
  expect(total).toBe(7);
  expect(versions).toEqual([
    { ...savedVersions[3]!, session: 3 },
    { ...savedVersions[2]!, session: 4 },
    { ...savedVersions[1]!, session: 4 },
  ]);
  expect(olderVersion).toEqual({ ...savedVersions[0]!, session: 4 });
  expect(await versionsOf(database.pool, 999, { page: 1, limit: 3 })).toEqual({
    total: 0,
    versions: [],
    olderVersion: null,
  });
});

test("a single version has the same session number as in the list", async () => {
  expect(await versionById(database.pool, 100, 3)).toEqual({ ...savedVersions[2]!, session: 4 });
  expect(await versionById(database.pool, 101, 50)).toEqual({
    ...versionRow({ id: 50, entryId: 101, ordinal: 0, createdAt: at(30) }),
    session: 1,
  });
  expect(await versionById(database.pool, 100, 50)).toBeNull();
  expect(await versionById(database.pool, 100, 999)).toBeNull();
});
