import type { Sealed } from "@daybook/domain/kernel/sealed";
import fc from "fast-check";
import type pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { migrate } from "../postgres/migrate.ts";
import { createPool } from "../postgres/pool.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { vaultMigrations } from "../vault/migrations.ts";
import { KeyGone } from "../vault/key-vault.ts";
import { sharingMigrations } from "../sharing/migrations.ts";
import { createTagNames, type TagNames } from "./tag-names.ts";
import { isFullMatrix } from "../testing/matrix.ts";

let database: TestDatabase;
let pool: pg.Pool;
let names: TagNames;
const createdAt = "2026-11-20T10:00:00.000Z";
const requestedName = (name: string) => ({ nameHash: name, name: `sealed-${name}` as Sealed<"tag.name"> });
const claim = (tagId: number, name: string, userId = 1) =>
  names.claim({ tagId, userId, createdAt, ...requestedName(name) });

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool({ connectionString: database.url, applicationName: "test", max: 8 });
  await migrate(pool, [...vaultMigrations, ...sharingMigrations]);
  names = createTagNames({ pool });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});
beforeEach(async () => {
  await pool.query("TRUNCATE vault.credentials CASCADE");
  await pool.query("INSERT INTO vault.credentials VALUES (1, 'a', 'x', now()), (2, 'b', 'x', now())");
});

test("concurrent claims of a name all get the same tag", async () => {
  const holders = await Promise.all(Array.from({ length: 12 }, (_, index) => claim(10 + index, "sea")));
  expect(new Set(holders.map((holder) => holder?.tagId)).size).toBe(1);
  const { rows } = await pool.query("SELECT FROM vault.tag_names");
  expect(rows).toHaveLength(1);
});

test("a claim is refused if another tag has the id or the account is erased; a repeated claim is not refused", async () => {
  expect((await claim(10, "sea"))?.tagId).toBe(10);
  expect((await claim(10, "sea"))?.tagId).toBe(10);
  expect(await claim(10, "land")).toBeNull();
  await expect(claim(11, "land", 3)).rejects.toThrow(KeyGone);
});

test("the old name of a tag is free immediately, and renaming to a name in use causes a merge", async () => {
  await claim(10, "sea");
  await claim(11, "land");
  expect(await names.rename(10, requestedName("ocean"))).toEqual({
    tagId: 10,
    userId: 1,
    name: "sealed-ocean",
    ordinal: 2,
    mergeInto: null,
    createdAt,
  });
  expect((await claim(12, "sea"))?.tagId).toBe(12);
  const mergedTag = await names.rename(11, requestedName("sea"));
  expect([mergedTag?.name, mergedTag?.mergeInto]).toEqual([null, 12]);
  expect((await claim(13, "land"))?.tagId).toBe(13);
  await names.remove(11);
  expect(await names.find(11)).toBeNull();
});

test("removeIfNamed removes a tag and frees its name, but keeps the rows of an unfinished merge and erasure", async () => {
  for (const [tagId, name] of [
    [10, "sea"],
    [11, "land"],
    [12, "sky"],
  ] as const)
    await claim(tagId, name);
  await names.rename(11, requestedName("sea"));
  await names.release(12);
  for (const tagId of [10, 11, 12]) await names.removeIfNamed(tagId);
  expect(await names.findByName("sea")).toBeNull();
  expect((await names.findUnfinished(1)).map(({ tagId }) => tagId)).toEqual([11, 12]);
});

test("two tags that concurrently take each other's name never both lose their names", async () => {
  await claim(10, "sea");
  await claim(11, "land");
  await Promise.all([names.rename(10, requestedName("land")), names.rename(11, requestedName("sea"))]);
  const namedTags = [await names.find(10), await names.find(11)].filter((tag) => tag?.name);
  expect(namedTags.length).toBeGreaterThan(0);
  for (const tag of [await names.find(10), await names.find(11)]) {
    if (tag?.mergeInto) expect((await names.find(tag.mergeInto))?.name).not.toBeNull();
  }
});

test("a change that is not in the log is unfinished", async () => {
  await claim(10, "sea");
  await claim(20, "sky", 2);
  expect((await names.findUnfinished(1)).map(({ tagId }) => tagId)).toEqual([10]);
  expect((await names.findUnfinished(null)).map(({ tagId }) => tagId)).toEqual([10, 20]);
  await names.noteLogged(10, 1);
  await names.noteLogged(20, 1);
  expect(await names.findUnfinished(null)).toEqual([]);
  await names.rename(10, requestedName("ocean"));
  await names.release(20);
  expect((await names.findUnfinished(null)).map(({ tagId }) => tagId)).toEqual([10, 20]);
});

test(
  "names are unique and merges never form a cycle, for any concurrent changes",
  { timeout: 120_000 },
  async () => {
    const action = fc.record({
      kind: fc.constantFrom("claim", "rename", "rename", "release"),
      tagId: fc.integer({ min: 1, max: 5 }),
      name: fc.constantFrom("a", "b", "c", "d"),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 2, maxLength: 12 }), async (actions) => {
        await pool.query("TRUNCATE vault.tag_names");
        for (const tagId of [1, 2, 3]) await claim(tagId, "abc"[tagId - 1]!);
        await Promise.all(
          actions.map(async ({ kind, tagId, name }) => {
            if (kind === "claim") await claim(tagId, name);
            else if (kind === "rename") await names.rename(tagId, requestedName(name));
            else await names.release(tagId);
          }),
        );
        const { rows } = await pool.query<{ id: number; hash: string | null; into: number | null }>(
          `SELECT tag_id AS id, name_hash AS hash, merge_into AS "into" FROM vault.tag_names`,
        );
        const hashes = rows.flatMap(({ hash }) => hash ?? []);
        expect(new Set(hashes).size).toBe(hashes.length);
        for (const { id } of rows) {
          const visited = new Set<number>();
          for (
            let tagId: number | null = id;
            tagId !== null;
            tagId = rows.find((row) => row.id === tagId)?.into ?? null
          ) {
            expect(visited.has(tagId)).toBe(false);
            visited.add(tagId);
          }
        }
      }),
      { numRuns: isFullMatrix ? 60 : 20 },
    );
  },
);

test("names are deleted with the account", async () => {
  await claim(10, "sea");
  await pool.query("DELETE FROM vault.credentials WHERE user_id = 1");
  expect(await names.find(10)).toBeNull();
});
