import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import {
  assertNotLater,
  type DataSchema,
  dataVersionMigrations as knownMigrations,
  isLaterVersion,
  noteVersion,
} from "./data-version.ts";
import { migrate, type Migration } from "./migrate.ts";
import { createPool } from "./pool.ts";

test.each([
  ["2.9.0", "2.8.6", true],
  ["2.10.0", "2.9.9", true],
  ["3.0.0", "2.9.9", true],
  ["2.8.6", "2.8.6", false],
  ["2.8.6", "2.9.0", false],
  ["1.9.9", "2.0.0", false],
])("version %s is later than version %s: %s", (version, otherVersion, expected) =>
  expect(isLaterVersion(version, otherVersion)).toBe(expected),
);

describe("databases of other versions", () => {
  let database: TestDatabase;
  let pool: ReturnType<typeof createPool>;

  beforeEach(async () => {
    database = await createTestDatabase();
    pool = createPool({ connectionString: database.url, applicationName: "test" });
  });
  afterEach(async () => {
    await pool.end();
    await database.drop();
  });

  const schema = (change: Partial<DataSchema> = {}): DataSchema => ({
    version: "2.8.6",
    migrations: knownMigrations,
    eventTypes: new Map([
      ["EntryWritten", 2],
      ["EntryMoved", 1],
    ]),
    ...change,
  });
  const laterMigration: Migration = { name: "later-0001", sql: "SELECT 1" };
  const laterEvents = new Map([
    ["EntryWritten", 3],
    ["EntryMoved", 1],
  ]);

  test("a database of a later version is refused with an error that names both versions", async () => {
    await assertNotLater(pool, schema());
    await migrate(pool, knownMigrations);
    await assertNotLater(pool, schema());
    await noteVersion(pool, schema({ version: "2.9.0" }));
    await noteVersion(pool, schema({ version: "2.8.7" }));
    await assertNotLater(pool, schema({ version: "2.9.0" }));
    await assertNotLater(pool, schema({ version: "2.10.0" }));
    await expect(assertNotLater(pool, schema())).rejects.toThrow(
      "The data was last used by Daybook 2.9.0 (data format 5), and this is Daybook 2.8.6 (data format 5), which cannot read all of it; start that version or a later one.",
    );
  });

  test("a database of a build that did not record its format is refused by its version alone", async () => {
    await migrate(pool, knownMigrations.slice(0, 1));
    await pool.query("INSERT INTO public.daybook_version (version) VALUES ('2.9.0')");
    await expect(assertNotLater(pool, schema())).rejects.toThrow(
      "The data was last used by Daybook 2.9.0, and this is Daybook 2.8.6, which cannot read all of it",
    );
  });

  test("a database with an earlier version of a read model opens; one with a later version does not", async () => {
    const withModel = (version: number) => [
      ...knownMigrations,
      { name: `read_models/tags@${version}`, sql: "SELECT 1" },
    ];
    await migrate(pool, withModel(1));
    await assertNotLater(pool, schema({ migrations: withModel(2) }));
    await migrate(pool, withModel(3));
    await expect(assertNotLater(pool, schema({ migrations: withModel(2) }))).rejects.toThrow("later build");
  });

  test.each<[string, Partial<DataSchema>]>([
    ["another migration", { migrations: [...knownMigrations, laterMigration] }],
    ["a new event", { eventTypes: new Map([...schema().eventTypes, ["EntryPinned", 1]]) }],
    ["a later version of an event", { eventTypes: laterEvents }],
  ])("a database of a later build of the same version, with %s, is refused", async (_, change) => {
    const laterSchema = schema(change);
    await migrate(pool, knownMigrations);
    await noteVersion(pool, schema());
    await assertNotLater(pool, laterSchema);
    await migrate(pool, laterSchema.migrations as readonly Migration[]);
    await noteVersion(pool, laterSchema);
    await assertNotLater(pool, laterSchema);
    await expect(assertNotLater(pool, schema())).rejects.toThrow(
      "The data was last used by Daybook 2.8.6 (data format 6), and this is Daybook 2.8.6 (data format 5), which cannot read all of it; start that version or a later one.",
    );
    // An earlier build that still runs does not lower the recorded format.
    await noteVersion(pool, schema());
    await expect(assertNotLater(pool, schema())).rejects.toThrow("(data format 6)");
  });

  test("a database of a later build that stopped before it recorded its version is refused", async () => {
    await migrate(pool, [...knownMigrations, laterMigration]);
    await expect(assertNotLater(pool, schema())).rejects.toThrow("last used by a later build, and this is");
  });
});
