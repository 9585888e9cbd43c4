import { describe, expect, it } from "vitest";
import { ok } from "../answers.ts";
import { useTagger } from "./tag-steps.ts";

const { setup, writeEntry, createTag, updateTag, listTags, readEntry, tagNamesOf } = useTagger();

describe("tags", () => {
  it("a tag is created with its entries, and creating it again adds more entries", async () => {
    const [firstId, secondId] = [await writeEntry(), await writeEntry()];
    const createdTag = await createTag("  by the   Sea ", firstId);
    expect(createdTag).toEqual({ id: createdTag.id, name: "by the Sea", total_entries: 1 });
    expect(await createTag("BY THE SEA", secondId)).toEqual({ ...createdTag, total_entries: 2 });
    expect(await listTags()).toEqual([{ ...createdTag, total_entries: 2 }]);
    const reply = await setup.person.call("getTag", { params: { tagId: String(createdTag.id) } });
    expect(reply.ok && reply.body.tag).toEqual({ ...createdTag, total_entries: 2 });
  });

  it("a tag is in the replies about its entries: single, in lists and after a save", async () => {
    const entryId = await writeEntry();
    const seaTag = await createTag("sea", entryId);
    const landTag = await createTag("Land", entryId);
    const tagsByName = [
      { id: landTag.id, name: "Land" },
      { id: seaTag.id, name: "sea" },
    ];
    expect((await readEntry(entryId)).tags).toEqual(tagsByName);
    const list = await setup.person.call("listEntries", { params: { journalId: setup.journalId } });
    expect(list.ok && list.body.entries[0]?.entry.tags).toEqual(tagsByName);
    const savedAnswer = await setup.person.call("updateEntry", {
      params: { journalId: setup.journalId, entryId: String(entryId) },
      body: { title: "Changed" },
    });
    expect(savedAnswer.ok && savedAnswer.body?.entry.tags).toEqual(tagsByName);
    expect(savedAnswer.ok && savedAnswer.body?.entry.revision).toBe(2);
  });

  it("a tag is added to and removed from entries, with the lists in `updated` or at the top level", async () => {
    const [firstId, secondId] = [await writeEntry(), await writeEntry()];
    const { id } = await createTag("sea", firstId);
    const movedEntries = { entries_added_to: [secondId], entries_removed_from: [firstId] };
    expect((await updateTag(id, { updated: movedEntries })).total_entries).toBe(1);
    expect([await tagNamesOf(firstId), await tagNamesOf(secondId)]).toEqual([[], ["sea"]]);
    // Third-party clients send the lists at the top level, and a time in `updated`.
    const updatedTag = await updateTag(id, {
      updated: 1_795_000_000,
      entries_removed_from: [secondId, secondId],
    });
    expect(updatedTag.total_entries).toBe(0);
  });

  it("a tag counts only active entries, and can be listed for one journal or one entry", async () => {
    const [activeId, trashedId] = [await writeEntry(), await writeEntry()];
    const seaTag = await createTag("sea", activeId, trashedId);
    await setup.person.call("deleteEntries", {
      params: { journalId: setup.journalId },
      body: { entry_ids: [trashedId] },
    });
    expect(await listTags()).toEqual([{ ...seaTag, total_entries: 1 }]);
    const unusedTag = await createTag("unused");
    expect((await listTags()).map(({ id }) => id)).toEqual([seaTag.id, unusedTag.id]);
    expect(await listTags({ journal_id: setup.journalId })).toEqual([{ ...seaTag, total_entries: 1 }]);
    expect(await listTags({ entry_id: String(activeId) })).toEqual([{ ...seaTag, total_entries: 1 }]);
    await setup.person.call("deleteEntries", {
      params: { journalId: setup.journalId },
      body: { entry_ids: [activeId], permanent: true },
    });
    expect((await listTags()).map(({ total_entries }) => total_entries)).toEqual([0, 0]);
    await setup.person.call("restoreEntries", {
      params: { journalId: setup.journalId },
      body: { entry_ids: [trashedId] },
    });
    expect((await listTags())[0]?.total_entries).toBe(1);
  });

  it("a tag can be renamed to a free name, also to another spelling of its own name", async () => {
    const { id } = await createTag("sea");
    expect((await updateTag(id, { name: "SEA" })).name).toBe("SEA");
    expect((await updateTag(id, { name: "Ocean" })).name).toBe("Ocean");
    expect((await createTag("sea")).id).not.toBe(id);
  });

  it("a renamed tag merges with the tag that already has its new name", async () => {
    const [firstId, secondId, idWithBoth, trashedId] = [
      await writeEntry(),
      await writeEntry(),
      await writeEntry(),
      await writeEntry(),
    ];
    const seaTag = await createTag("Sea", firstId, idWithBoth);
    const oceanTag = await createTag("ocean", secondId, idWithBoth, trashedId);
    await setup.person.call("deleteEntries", {
      params: { journalId: setup.journalId },
      body: { entry_ids: [trashedId] },
    });
    const mergedTag = await updateTag(oceanTag.id, { name: "SEA" });
    expect(mergedTag).toEqual({ id: seaTag.id, name: "Sea", total_entries: 3 });
    expect(await listTags()).toEqual([mergedTag]);
    expect(await tagNamesOf(idWithBoth)).toEqual(["Sea"]);
    const deletedTag = await setup.person.call("getTag", { params: { tagId: String(oceanTag.id) } });
    expect(deletedTag.status).toBe(404);
    await setup.person.call("restoreEntries", {
      params: { journalId: setup.journalId },
      body: { entry_ids: [trashedId] },
    });
    expect(await tagNamesOf(trashedId)).toEqual(["Sea"]);
    expect((await createTag("ocean")).id).not.toBe(oceanTag.id);
  });

  it("a tag is removed from its entries when it is deleted, and its name is free again", async () => {
    const entryId = await writeEntry();
    const { id } = await createTag("sea", entryId);
    const params = { tagId: String(id) };
    expect((await setup.person.call("deleteTag", { params })).status).toBe(204);
    expect(await listTags()).toEqual([]);
    expect(await tagNamesOf(entryId)).toEqual([]);
    expect((await setup.person.call("deleteTag", { params })).status).toBe(404);
    expect((await createTag("sea", entryId)).id).not.toBe(id);
    expect(await tagNamesOf(entryId)).toEqual(["sea"]);
  });
});

describe("refused calls about tags", () => {
  it("a tag call with an entry that does not exist or belongs to another person is refused and changes nothing", async () => {
    const entryId = await writeEntry();
    const otherPerson = await setup.daybook.newPerson();
    const answer = await setup.person.call("createTag", {
      body: { name: "sea", entries_added_to: [entryId, entryId + 1] },
    });
    expect(answer.status).toBe(404);
    expect(await listTags()).toEqual([]);
    expect(await tagNamesOf(entryId)).toEqual([]);
    const strangersAnswer = await otherPerson.call("createTag", {
      body: { name: "x", entries_added_to: [entryId] },
    });
    expect(strangersAnswer.status).toBe(404);
    expect(ok(await otherPerson.call("listTags")).tags).toEqual([]);
    expect(await tagNamesOf(entryId)).toEqual([]);
  });

  it("a tag call with a trashed entry, an empty name or an entry in both lists is refused and changes nothing", async () => {
    const [entryId, trashedId] = [await writeEntry(), await writeEntry()];
    const { id } = await createTag("sea");
    await setup.person.call("deleteEntries", {
      params: { journalId: setup.journalId },
      body: { entry_ids: [trashedId] },
    });
    const params = { tagId: String(id) };
    const trashedEntryAnswer = await setup.person.call("updateTag", {
      params,
      body: { entries_added_to: [entryId, trashedId] },
    });
    expect([trashedEntryAnswer.status, !trashedEntryAnswer.ok && trashedEntryAnswer.body.code]).toEqual([
      422,
      "entry_trashed",
    ]);
    const namelessAnswer = await setup.person.call("createTag", { body: { name: "\u200B" } });
    expect(namelessAnswer.status).toBe(422);
    const body = { entries_added_to: [entryId], entries_removed_from: [entryId] };
    expect((await setup.person.call("updateTag", { params, body })).status).toBe(422);
    expect(await tagNamesOf(entryId)).toEqual([]);
  });

  it("the 201st tag of an entry is refused and changes nothing", async () => {
    const entryId = await writeEntry();
    for (let from = 0; from < 200; from += 4) {
      await Promise.all(Array.from({ length: 4 }, (_, n) => createTag(`tag ${from + n}`, entryId)));
    }
    const answer = await setup.person.call("createTag", {
      body: { name: "last", entries_added_to: [entryId] },
    });
    expect([answer.status, !answer.ok && answer.body.code]).toEqual([422, "invalid"]);
    expect(await tagNamesOf(entryId)).toHaveLength(200);
    expect((await listTags()).some(({ name }) => name === "last")).toBe(false);
  });
});
