import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { BodyOf } from "@daybook/domain/contract/contract";
import type { RemoteDaybook } from "@daybook/bin/remote/remote-daybook";
import fc from "fast-check";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type RunningDaybook, sharedDaybook } from "./shared-daybook.ts";
import { isFullMatrix } from "@daybook/platform/testing/matrix";

let daybook: RunningDaybook;
let person: RemoteDaybook;
let journalId: string;

beforeAll(async () => {
  daybook = await sharedDaybook();
});
beforeEach(async () => {
  person = await daybook.newPerson();
  const list = await person.call("listJournals");
  journalId = String(list.ok && list.body.journals[0]?.journal.id);
});

async function writeEntry(title = "Page"): Promise<number> {
  const answer = await person.call("createEntry", { params: { journalId }, body: { title } });
  if (!answer.ok) throw new Error(answer.body.error);
  return answer.body.entry.id;
}

async function createTag(name: string, ...entries: number[]) {
  const answer = await person.call("createTag", { body: { name, entries_added_to: entries } });
  if (!answer.ok) throw new Error(`${answer.status} ${answer.body.error}`);
  expect(answer.status).toBe(201);
  return answer.body.tag;
}

async function updateTag(tagId: number, body: BodyOf<"updateTag">) {
  const answer = await person.call("updateTag", { params: { tagId: String(tagId) }, body });
  if (!answer.ok) throw new Error(`${answer.status} ${answer.body.error}`);
  return answer.body.tag;
}

async function listTags(query: { journal_id?: string; entry_id?: string } = {}) {
  const answer = await person.call("listTags", { query });
  if (!answer.ok) throw new Error(answer.body.error);
  return answer.body.tags.map((item) => item.tag);
}

async function readEntry(entryId: number) {
  const answer = await person.call("getEntry", { params: { journalId, entryId: String(entryId) } });
  if (!answer.ok) throw new Error(answer.body.error);
  return answer.body.entry;
}

const tagNamesOf = async (entryId: number) => (await readEntry(entryId)).tags.map(({ name }) => name);

describe("a tag", () => {
  it("is created with its entries, and an existing one accepts more", async () => {
    const [firstId, secondId] = [await writeEntry(), await writeEntry()];
    const createdTag = await createTag("  by the   Sea ", firstId);
    expect(createdTag).toEqual({ id: createdTag.id, name: "by the Sea", total_entries: 1 });
    expect(await createTag("BY THE SEA", secondId)).toEqual({ ...createdTag, total_entries: 2 });
    expect(await listTags()).toEqual([{ ...createdTag, total_entries: 2 }]);
    const reply = await person.call("getTag", { params: { tagId: String(createdTag.id) } });
    expect(reply.ok && reply.body.tag).toEqual({ ...createdTag, total_entries: 2 });
  });

  it("is in the replies about its entries: single, in lists and after a save", async () => {
    const entry = await writeEntry();
    const seaTag = await createTag("sea", entry);
    const landTag = await createTag("Land", entry);
    const tagsByName = [
      { id: landTag.id, name: "Land" },
      { id: seaTag.id, name: "sea" },
    ];
    expect((await readEntry(entry)).tags).toEqual(tagsByName);
    const list = await person.call("listEntries", { params: { journalId } });
    expect(list.ok && list.body.entries[0]?.entry.tags).toEqual(tagsByName);
    const savedAnswer = await person.call("updateEntry", {
      params: { journalId, entryId: String(entry) },
      body: { title: "Changed" },
    });
    expect(savedAnswer.ok && savedAnswer.body?.entry.tags).toEqual(tagsByName);
    expect(savedAnswer.ok && savedAnswer.body?.entry.revision).toBe(2);
  });

  it("is added to and removed from entries, with the lists in `updated` or at the top level", async () => {
    const [firstId, secondId] = [await writeEntry(), await writeEntry()];
    const { id } = await createTag("sea", firstId);
    const movedEntries = { entries_added_to: [secondId], entries_removed_from: [firstId] };
    expect((await updateTag(id, { updated: movedEntries })).total_entries).toBe(1);
    expect([await tagNamesOf(firstId), await tagNamesOf(secondId)]).toEqual([[], ["sea"]]);
    const updatedTag = await updateTag(id, {
      updated: 1_795_000_000,
      entries_removed_from: [secondId, secondId],
    });
    expect(updatedTag.total_entries).toBe(0);
  });

  it("counts and lists active entries, in all journals or in one", async () => {
    const [activeEntry, trashedId] = [await writeEntry(), await writeEntry()];
    const seaTag = await createTag("sea", activeEntry, trashedId);
    await person.call("deleteEntries", { params: { journalId }, body: { entry_ids: [trashedId] } });
    expect(await listTags()).toEqual([{ ...seaTag, total_entries: 1 }]);
    const unusedTag = await createTag("unused");
    expect((await listTags()).map(({ id }) => id)).toEqual([seaTag.id, unusedTag.id]);
    expect(await listTags({ journal_id: journalId })).toEqual([{ ...seaTag, total_entries: 1 }]);
    expect(await listTags({ entry_id: String(activeEntry) })).toEqual([{ ...seaTag, total_entries: 1 }]);
    await person.call("deleteEntries", {
      params: { journalId },
      body: { entry_ids: [activeEntry], permanent: true },
    });
    expect((await listTags()).map(({ total_entries }) => total_entries)).toEqual([0, 0]);
    await person.call("restoreEntries", { params: { journalId }, body: { entry_ids: [trashedId] } });
    expect((await listTags())[0]?.total_entries).toBe(1);
  });

  it("can be renamed to a free name, also to another spelling of its own name", async () => {
    const { id } = await createTag("sea");
    expect((await updateTag(id, { name: "SEA" })).name).toBe("SEA");
    expect((await updateTag(id, { name: "Ocean" })).name).toBe("Ocean");
    expect((await createTag("sea")).id).not.toBe(id);
  });

  it("merges with the tag that already has its new name", async () => {
    const [firstId, secondId, idWithBoth, trashedId] = [
      await writeEntry(),
      await writeEntry(),
      await writeEntry(),
      await writeEntry(),
    ];
    const seaTag = await createTag("Sea", firstId, idWithBoth);
    const oceanTag = await createTag("ocean", secondId, idWithBoth, trashedId);
    await person.call("deleteEntries", { params: { journalId }, body: { entry_ids: [trashedId] } });
    const mergedTag = await updateTag(oceanTag.id, { name: "SEA" });
    expect(mergedTag).toEqual({ id: seaTag.id, name: "Sea", total_entries: 3 });
    expect(await listTags()).toEqual([mergedTag]);
    expect(await tagNamesOf(idWithBoth)).toEqual(["Sea"]);
    const deletedTag = await person.call("getTag", { params: { tagId: String(oceanTag.id) } });
    expect(deletedTag.status).toBe(404);
    await person.call("restoreEntries", { params: { journalId }, body: { entry_ids: [trashedId] } });
    expect(await tagNamesOf(trashedId)).toEqual(["Sea"]);
    expect((await createTag("ocean")).id).not.toBe(oceanTag.id);
  });

  it("is removed from its entries when it is deleted, and its name is free again", async () => {
    const entry = await writeEntry();
    const { id } = await createTag("sea", entry);
    const params = { tagId: String(id) };
    expect((await person.call("deleteTag", { params })).status).toBe(204);
    expect(await listTags()).toEqual([]);
    expect(await tagNamesOf(entry)).toEqual([]);
    expect((await person.call("deleteTag", { params })).status).toBe(404);
    expect((await createTag("sea", entry)).id).not.toBe(id);
    expect(await tagNamesOf(entry)).toEqual(["sea"]);
  });
});

describe("a call is refused and changes nothing", () => {
  it("if one of its entries does not exist", async () => {
    const entry = await writeEntry();
    const otherPerson = await daybook.newPerson();
    const answer = await person.call("createTag", {
      body: { name: "sea", entries_added_to: [entry, entry + 1] },
    });
    expect(answer.status).toBe(404);
    expect(await listTags()).toEqual([]);
    expect(await tagNamesOf(entry)).toEqual([]);
    const strangersAnswer = await otherPerson.call("createTag", {
      body: { name: "x", entries_added_to: [entry] },
    });
    expect(strangersAnswer.status).toBe(404);
  });

  it("for an entry in the trash, an empty name, and adding and removing the same entry", async () => {
    const [entry, trashedId] = [await writeEntry(), await writeEntry()];
    const { id } = await createTag("sea");
    await person.call("deleteEntries", { params: { journalId }, body: { entry_ids: [trashedId] } });
    const params = { tagId: String(id) };
    const trashedEntryAnswer = await person.call("updateTag", {
      params,
      body: { entries_added_to: [entry, trashedId] },
    });
    expect([trashedEntryAnswer.status, !trashedEntryAnswer.ok && trashedEntryAnswer.body.code]).toEqual([
      422,
      "entry_trashed",
    ]);
    const namelessAnswer = await person.call("createTag", { body: { name: "\u200B" } });
    expect(namelessAnswer.status).toBe(422);
    const body = { entries_added_to: [entry], entries_removed_from: [entry] };
    expect((await person.call("updateTag", { params, body })).status).toBe(422);
    expect(await tagNamesOf(entry)).toEqual([]);
  });

  it("for the 201st tag of an entry", async () => {
    const entry = await writeEntry();
    for (let from = 0; from < 200; from += 4) {
      await Promise.all(Array.from({ length: 4 }, (_, n) => createTag(`tag ${from + n}`, entry)));
    }
    const answer = await person.call("createTag", { body: { name: "last", entries_added_to: [entry] } });
    expect([answer.status, !answer.ok && answer.body.code]).toEqual([422, "invalid"]);
    expect(await tagNamesOf(entry)).toHaveLength(200);
    expect((await listTags()).some(({ name }) => name === "last")).toBe(false);
  });
});

describe("at the same time", () => {
  it("many requests for one name make one tag with all entries", async () => {
    const entries = await Promise.all(Array.from({ length: 8 }, () => writeEntry()));
    const createdTags = await Promise.all(entries.map((entry, n) => createTag(n % 2 ? "Sea" : "sEA", entry)));
    expect(new Set(createdTags.map(({ id }) => id)).size).toBe(1);
    expect((await listTags()).map(({ total_entries }) => total_entries)).toEqual([8]);
  });

  it("the same command twice makes one tag", async () => {
    const body = { name: "sea", entries_added_to: [await writeEntry()] };
    const key = randomUUID();
    const [a, b] = await Promise.all([1, 2].map(() => person.call("createTag", { body, key })));
    expect([a?.status, b?.status]).toEqual([201, 201]);
    expect(a?.ok && a.body.tag.id).toBe(b?.ok && b.body.tag.id);
  });

  it(
    "names stay unique and no entry loses its tag, for any concurrent creations, renames and merges",
    { timeout: 180_000 },
    async () => {
      const names = ["a", "B", "ß", "SS", "A", "b"];
      const tagChange = fc.record({
        kind: fc.constantFrom("create", "rename", "rename"),
        index: fc.nat({ max: 3 }),
        name: fc.constantFrom(...names),
      });
      await fc.assert(
        fc.asyncProperty(fc.array(tagChange, { minLength: 3, maxLength: 10 }), async (tagChanges) => {
          person = await daybook.newPerson();
          const list = await person.call("listJournals");
          journalId = String(list.ok && list.body.journals[0]?.journal.id);
          const entries = await Promise.all([writeEntry(), writeEntry(), writeEntry()]);
          const createdTags = await Promise.all([
            createTag("one", entries[0]),
            createTag("two", entries[1]),
            createTag("a", entries[2]),
          ]);
          const answers = await Promise.all(
            tagChanges.map(({ kind, index, name }) =>
              kind === "create"
                ? person.call("createTag", { body: { name, entries_added_to: [entries[index % 3]!] } })
                : person.call("updateTag", {
                    params: { tagId: String(createdTags[index % 3]?.id) },
                    body: { name },
                  }),
            ),
          );
          // A call that lost the race eight times in a row gets a 503 and may be repeated.
          for (const { status } of answers) expect([200, 201, 404, 503]).toContain(status);
          await waitForTagChanges();
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

/** Waits until every tag change in the vault is in the log. */
async function waitForTagChanges(): Promise<void> {
  const pool = daybook.platform.pools.durable;
  for (let tries = 0; tries < 1_200; tries++) {
    await listTags();
    const { rowCount } = await pool.query(
      "SELECT FROM vault.tag_names WHERE logged < ordinal OR name_hash IS NULL",
    );
    if (rowCount === 0) return;
    await sleep(50);
  }
  throw new Error("tags are not settled");
}

describe("after a crash", () => {
  const runSql = (text: string, values: unknown[]) => daybook.platform.pools.durable.query(text, values);

  it("between vault and log, the next call finishes the change", async () => {
    const entry = await writeEntry();
    const seaTag = await createTag("sea", entry);
    const oceanTag = await createTag("ocean");
    // This simulates a crash right after the vault removed the name of the tag.
    await runSql(
      "UPDATE vault.tag_names SET name_hash = NULL, name = NULL, merge_into = $2 WHERE tag_id = $1",
      [seaTag.id, oceanTag.id],
    );
    await waitForTagChanges();
    expect(await listTags()).toEqual([{ ...oceanTag, total_entries: 1 }]);
    expect(await tagNamesOf(entry)).toEqual(["ocean"]);
  });

  it("a new name in the vault is written to the log", async () => {
    const seaTag = await createTag("sea");
    const { rows } = await daybook.platform.pools.durable.query<{ name: string }>(
      "SELECT name FROM vault.tag_names WHERE tag_id = $1",
      [seaTag.id],
    );
    // The same sealed name with another ordinal acts as a new name.
    await runSql("UPDATE vault.tag_names SET ordinal = 2, name = $2 WHERE tag_id = $1", [
      seaTag.id,
      rows[0]?.name,
    ]);
    await waitForTagChanges();
    const renameEvents = await runSql(
      "SELECT FROM eventstore.events WHERE stream = $1 AND type = 'TagRenamed'",
      [`tag-${seaTag.id}`],
    );
    expect(renameEvents.rowCount).toBe(1);
  });
});
