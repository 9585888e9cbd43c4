import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import {
  assertNotLater,
  dataVersionMigrations as known,
  isLaterVersion,
  noteVersion,
} from "./data-version.ts";
import { migrate } from "./migrate.ts";
import { createPool } from "./pool.ts";

let database: TestDatabase;
let pool: ReturnType<typeof createPool>;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool({ connectionString: database.url, applicationName: "test" });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

test.each([
  ["2.9.0", "2.8.6", true],
  ["2.10.0", "2.9.9", true],
  ["3.0.0", "2.9.9", true],
  ["2.8.6", "2.8.6", false],
  ["2.8.6", "2.9.0", false],
  ["1.9.9", "2.0.0", false],
])("%s is later than %s: %s", (one, other, expected) => expect(isLaterVersion(one, other)).toBe(expected));

test("a database of a later version is refused, in one sentence with both versions", async () => {
  await assertNotLater(pool, "2.8.6");
  await migrate(pool, known);
  await assertNotLater(pool, "2.8.6");
  await noteVersion(pool, "2.9.0");
  await noteVersion(pool, "2.8.7");
  await assertNotLater(pool, "2.9.0");
  await assertNotLater(pool, "2.10.0");
  await expect(assertNotLater(pool, "2.8.6")).rejects.toThrow(
    "The data was last used by Daybook 2.9.0, and this is Daybook 2.8.6, which cannot read all of it; start that version or a later one.",
  );
});
