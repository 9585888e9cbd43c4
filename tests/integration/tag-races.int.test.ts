import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { isFullMatrix } from "@daybook/platform/testing/matrix";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { useTagger } from "./tag-steps.ts";

const { setup, switchPerson, writeEntry, createTag, listTags, tagNamesOf } = useTagger();

/** Lists the tags until no tag change is unfinished. Each call continues the unfinished changes. */
async function completeTagChanges(): Promise<void> {
  const pool = setup.daybook.platform.pools.durable;
  for (let tries = 0; tries < 1_200; tries++) {
    await listTags();
    const { rowCount } = await pool.query(
      "SELECT FROM vault.tag_names WHERE logged < ordinal OR name_hash IS NULL",
    );
    if (rowCount === 0) return;
    await sleep(50);
  }
  throw new Error("some tag changes are unfinished");
}

describe("concurrently", () => {
  it("many requests for one name make one tag with all entries", async () => {
    const entries = await Promise.all(Array.from({ length: 8 }, () => writeEntry()));
    const createdTags = await Promise.all(entries.map((entry, n) => createTag(n % 2 ? "Sea" : "sEA", entry)));
    expect(new Set(createdTags.map(({ id }) => id)).size).toBe(1);
    expect((await listTags()).map(({ total_entries }) => total_entries)).toEqual([8]);
  });

  it("the same command twice makes one tag", async () => {
    const body = { name: "sea", entries_added_to: [await writeEntry()] };
    const key = randomUUID();
    const [a, b] = await Promise.all([1, 2].map(() => setup.person.call("createTag", { body, key })));
    expect([a?.status, b?.status]).toEqual([201, 201]);
    expect(a?.ok && a.body.tag.id).toBe(b?.ok && b.body.tag.id);
  });

  it(
    "names stay unique and no entry loses its tag, for any concurrent creations, renames and merges",
    { timeout: 180_000 },
    async () => {
      const names = ["a", "B", "ß", "SS", "A", "b"];
      const tagChange = fc.record({
        // Renaming a tag to the name of another one merges them.
        kind: fc.constantFrom("create", "rename", "rename"),
        index: fc.nat({ max: 3 }),
        name: fc.constantFrom(...names),
      });
      await fc.assert(
        fc.asyncProperty(fc.array(tagChange, { minLength: 3, maxLength: 10 }), async (tagChanges) => {
          await switchPerson();
          const entries = await Promise.all([writeEntry(), writeEntry(), writeEntry()]);
          const createdTags = await Promise.all([
            createTag("one", entries[0]),
            createTag("two", entries[1]),
            createTag("a", entries[2]),
          ]);
          const answers = await Promise.all(
            tagChanges.map(({ kind, index, name }) =>
              kind === "create"
                ? setup.person.call("createTag", { body: { name, entries_added_to: [entries[index % 3]!] } })
                : setup.person.call("updateTag", {
                    params: { tagId: String(createdTags[index % 3]?.id) },
                    body: { name },
                  }),
            ),
          );
          // A call that lost the race eight times in a row gets a 503 and may be repeated.
          for (const { status } of answers) expect([200, 201, 404, 503]).toContain(status);
          await completeTagChanges();
          const remainingTags = await listTags();
          const foldedNames = remainingTags.map(({ name }) => name.toUpperCase());
          expect(new Set(foldedNames).size).toBe(foldedNames.length);
          for (const entry of entries) expect((await tagNamesOf(entry)).length).toBeGreaterThan(0);
        }),
        { numRuns: isFullMatrix ? 12 : 4 },
      );
    },
  );
});

describe("after a crash", () => {
  const runSql = (text: string, values: unknown[]) =>
    setup.daybook.platform.pools.durable.query(text, values);

  it("between vault and log, the next call finishes the change", async () => {
    const entry = await writeEntry();
    const seaTag = await createTag("sea", entry);
    const oceanTag = await createTag("ocean");
    // This simulates a crash right after the vault removed the name of the tag.
    await runSql(
      "UPDATE vault.tag_names SET name_hash = NULL, name = NULL, merge_into = $2 WHERE tag_id = $1",
      [seaTag.id, oceanTag.id],
    );
    await completeTagChanges();
    expect(await listTags()).toEqual([{ ...oceanTag, total_entries: 1 }]);
    expect(await tagNamesOf(entry)).toEqual(["ocean"]);
  });

  it("a new name in the vault is written to the log", async () => {
    const seaTag = await createTag("sea");
    const { rows } = await setup.daybook.platform.pools.durable.query<{ name: string }>(
      "SELECT name FROM vault.tag_names WHERE tag_id = $1",
      [seaTag.id],
    );
    // The ordinal counts the names of a tag. The same sealed name with another ordinal acts as a new name.
    await runSql("UPDATE vault.tag_names SET ordinal = 2, name = $2 WHERE tag_id = $1", [
      seaTag.id,
      rows[0]?.name,
    ]);
    await completeTagChanges();
    const renameEvents = await runSql(
      "SELECT FROM eventstore.events WHERE stream = $1 AND type = 'TagRenamed'",
      [`tag-${seaTag.id}`],
    );
    expect(renameEvents.rowCount).toBe(1);
  });
});
