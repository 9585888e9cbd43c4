import type pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { migrate, MigrationChanged } from "./migrate.ts";
import { createPool } from "./pool.ts";

let database: TestDatabase;
let pool: pg.Pool;

beforeEach(async () => {
  database = await createTestDatabase();
  pool = createPool({ connectionString: database.url, max: 10, applicationName: "migrate test" });
});

afterEach(async () => {
  await pool.end();
  await database.drop();
});

const createNotes = {
  name: "notes-0001",
  sql: "CREATE TABLE notes (n integer); INSERT INTO notes VALUES (1);",
};
const extendNotes = { name: "notes-0002", sql: "INSERT INTO notes SELECT n + 1 FROM notes;" };

const readNotes = async (): Promise<unknown[]> =>
  (await pool.query("SELECT n FROM notes ORDER BY n")).rows.map(({ n }) => n);
const readAppliedNames = async (): Promise<unknown[]> =>
  (await pool.query("SELECT name FROM public.migrations ORDER BY applied_at, name")).rows.map(
    ({ name }) => name,
  );

test("applies each new migration once, in order", async () => {
  await migrate(pool, [createNotes]);
  expect(await readNotes()).toEqual([1]);
  await migrate(pool, [createNotes, extendNotes]);
  await migrate(pool, [createNotes, extendNotes]);
  expect(await readNotes()).toEqual([1, 2]);
  expect(await readAppliedNames()).toEqual(["notes-0001", "notes-0002"]);
});

test("processes that start together apply each migration once", async () => {
  await Promise.all(Array.from({ length: 8 }, () => migrate(pool, [createNotes, extendNotes])));
  expect(await readNotes()).toEqual([1, 2]);
});

test("a migration that was changed after it was applied stops the start and is named", async () => {
  await migrate(pool, [createNotes]);
  const migrating = migrate(pool, [{ ...createNotes, sql: `${createNotes.sql} -- more` }, extendNotes]);
  await expect(migrating).rejects.toThrow(MigrationChanged);
  await expect(migrating).rejects.toThrow("notes-0001");
  expect(await readAppliedNames()).toEqual(["notes-0001"]);
});

test("a migration that fails changes nothing, is not recorded, and frees the lock", async () => {
  const failingMigration = { name: "notes-0002", sql: "INSERT INTO notes VALUES (7); SELECT nonsense;" };
  await expect(migrate(pool, [createNotes, failingMigration])).rejects.toThrow("nonsense");
  expect(await readNotes()).toEqual([1]);
  await migrate(pool, [createNotes, extendNotes]);
  expect(await readNotes()).toEqual([1, 2]);
});
