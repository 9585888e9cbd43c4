import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { type RemoteDaybook, remoteDaybook } from "@daybook/bin/remote/remote-daybook";
import { ok } from "../answers.ts";
import { type Diarist, newDiarist } from "./diarist.ts";
import { type RunningDaybook, sharedDaybook } from "./shared-daybook.ts";
import { expectFound, searchIds, search } from "./search-steps.ts";

let daybook: RunningDaybook;
let otherUrl: string;
beforeAll(async () => {
  daybook = await sharedDaybook();
  otherUrl = await daybook.startAnotherApi();
});

describe("searches", () => {
  let diarist: Diarist;
  let person: RemoteDaybook;
  let houseId: number;
  let sermonId: number;
  beforeAll(async () => {
    diarist = await newDiarist(daybook);
    person = diarist.person;
    houseId = (
      await diarist.write({
        title: "The house at <Brampton>",
        richtext_body: "<p>My father’s garden & the <b>river</b>.</p><p>So to bed.</p>",
        created_at: "1660-01-11T10:42:00.700Z",
      })
    ).id;
    sermonId = (
      await diarist.write(
        { title: "", richtext_body: `<p>${"A long sermon. ".repeat(60)} Then Pembleton danced.</p>` },
        diarist.secondJournalId,
      )
    ).id;
    await person.call("createTag", {
      body: { name: "Family", entries_added_to: [houseId] },
      key: randomUUID(),
    });
    await person.call("createTag", { body: { name: "Pembletonian" }, key: randomUUID() });
    await expectFound(person, { query: "garden" }, [houseId]);
    await expectFound(person, { query: "sermon" }, [sermonId]);
    await expectFound(person, { query: "", tag: "family" }, [houseId]);
  });

  it("a search marks matches and escapes everything else", async () => {
    const { entries, total_entries, corrected_query, page } = await search(person, { query: "brampton riv" });
    expect({ total_entries, corrected_query, page }).toEqual({
      total_entries: 1,
      corrected_query: null,
      page: 1,
    });
    expect(entries).toEqual([
      {
        id: houseId,
        title: "The house at &lt;<mark>Brampton</mark>&gt;",
        excerpt: "My father’s garden &amp; the <mark>river</mark>. So to bed.",
        created: Date.UTC(1660, 0, 11, 10, 42) / 1000,
        local_date: "1660-01-11",
        is_locked: false,
        journal: { id: diarist.firstJournalId, name: expect.any(String), is_locked: false },
      },
    ]);
  });

  it("a search returns an excerpt around the match, and corrects typos with words of the user's own entries", async () => {
    const { entries, tags, corrected_query } = await search(person, { query: "Pembelton" });
    expect(corrected_query).toBe("Pembleton");
    expect(tags.map(({ name }) => name)).toEqual(["Pembletonian"]);
    expect(entries[0]).toMatchObject({ id: sermonId, title: "" });
    expect(entries[0]?.excerpt).toMatch(/^….*<mark>Pembleton<\/mark> danced\.$/);
  });

  it("a search finds other forms of words, and says when entries have only some of the words", async () => {
    const formsReply = await search(person, { query: "gardens rivers" });
    expect([formsReply.entries.map(({ id }) => id), formsReply.has_all_words]).toEqual([[houseId], true]);
    expect(formsReply.entries[0]?.excerpt).toContain("<mark>garden</mark> &amp; the <mark>river</mark>");
    const partialReply = await search(person, { query: "garden river elephant" });
    expect([
      partialReply.entries.map(({ id }) => id),
      partialReply.total_entries,
      partialReply.has_all_words,
    ]).toEqual([[houseId], 1, false]);
    expect(partialReply.entries[0]?.excerpt).toContain("<mark>garden</mark>");
    expect((await search(person, { query: "elephant" })).has_all_words).toBe(true);
  });

  it("a search finds tags by name, prefix or similar name, and entries by tag in upper or lower case", async () => {
    for (const query of ["family", "fam", "FAMLIY"]) {
      expect((await search(person, { query })).tags).toEqual([
        { id: expect.any(Number), name: "Family", total_entries: 1 },
      ]);
    }
    expect(await searchIds(person, { tag: "FAMILY" })).toEqual([houseId]);
    expect(await searchIds(person, { tag: "family", query: "garden" })).toEqual([houseId]);
    expect(await searchIds(person, { tag: "family", query: "sermon" })).toEqual([]);
    expect(await searchIds(person, { tag: "no such tag", query: "garden" })).toEqual([]);
    expect((await search(person, { query: "family", field: "entries" })).tags).toEqual([]);
    expect(await search(person, { query: "garden", field: "tags" })).toMatchObject({
      total_entries: 0,
      entries: [],
    });
  });

  it("a search without a query or a tag finds nothing, and with PRO a search can filter by journal", async () => {
    expect(await search(person, {})).toMatchObject({
      total_entries: 0,
      entries: [],
      tags: [],
      corrected_query: null,
    });
    expect(await searchIds(person, { query: "sermon", journal: String(diarist.firstJournalId) })).toEqual([]);
    expect(await searchIds(person, { query: "sermon", journal: String(diarist.secondJournalId) })).toEqual([
      sermonId,
    ]);
    const unknownJournalAnswer = await person.call("search", { query: { query: "sermon", journal: "99" } });
    expect(unknownJournalAnswer.status).toBe(404);
  });

  it("a search never finds or reveals entries of another account", async () => {
    const stranger = await newDiarist(daybook);
    for (const query of ["garden", "Pembelton", "family"]) {
      expect(await search(stranger.person, { query })).toMatchObject({
        total_entries: 0,
        entries: [],
        tags: [],
        corrected_query: null,
      });
    }
    const otherPersonAnswer = await stranger.person.call("search", {
      query: { query: "garden", journal: String(diarist.firstJournalId) },
    });
    expect([otherPersonAnswer.status, !otherPersonAnswer.ok && otherPersonAnswer.body.code]).toEqual([
      404,
      "not_found",
    ]);
  });

  it("a search of a free account ignores the filters", async () => {
    const freePerson = await daybook.newPerson();
    const journalId = String(ok(await freePerson.call("listJournals")).journals[0]?.journal.id);
    const { entry } = ok(
      await freePerson.call("createEntry", {
        params: { journalId },
        body: { title: "Free garden" },
        key: randomUUID(),
      }),
    );
    await expectFound(
      freePerson,
      { query: "garden", journal: String(diarist.firstJournalId), field: "tags" },
      [entry.id],
    );
  });

  it("a search in another process reflects edits, moves, tags and the trash", async () => {
    const otherProcess = remoteDaybook(otherUrl);
    if (!person.session) throw new Error("nobody is logged in");
    otherProcess.setSession(person.session);
    const { id } = await diarist.write({ title: "Wanderer", richtext_body: "<p>Old words</p>" });
    await expectFound(otherProcess, { query: "wanderer old" }, [id]);
    const body = { richtext_body: "<p>New words</p>", modified: 1 };
    ok(
      await person.call("updateEntry", {
        ...diarist.inEntry(diarist.firstJournalId, id),
        body,
        key: randomUUID(),
      }),
    );
    await expectFound(otherProcess, { query: "wanderer new" }, [id]);
    await expectFound(otherProcess, { query: 'wanderer "old"' }, []);
    const move = { entry_ids: [id], new_journal_id: diarist.secondJournalId };
    ok(
      await person.call("moveEntries", {
        ...diarist.inJournal(diarist.firstJournalId),
        body: move,
        key: randomUUID(),
      }),
    );
    await expectFound(otherProcess, { query: "wanderer", journal: String(diarist.secondJournalId) }, [id]);
    const tag = ok(
      await person.call("createTag", { body: { name: "Ships", entries_added_to: [id] }, key: randomUUID() }),
    );
    await expectFound(otherProcess, { query: "ships" }, [id]);
    const params = { tagId: String(tag.tag.id) };
    ok(await person.call("updateTag", { params, body: { name: "Barges" }, key: randomUUID() }));
    await expectFound(otherProcess, { query: "barges" }, [id]);
    await expectFound(otherProcess, { query: "ships" }, []);
    await diarist.trash([id], diarist.secondJournalId);
    // A trashed entry must disappear immediately, so this does not wait.
    expect(await searchIds(otherProcess, { query: "wanderer" })).toEqual([]);
    const restoreBody = { entry_ids: [id] };
    ok(
      await person.call("restoreEntries", {
        ...diarist.inJournal(diarist.secondJournalId),
        body: restoreBody,
        key: randomUUID(),
      }),
    );
    await expectFound(otherProcess, { query: "wanderer" }, [id]);
  });

  it("a search by date returns all results in the order of the dates, page by page", async () => {
    const manyIds = await diarist.writeMany(25);
    await expect
      .poll(async () => (await search(person, { query: "entry" })).total_entries, { timeout: 60_000 })
      .toBe(25);
    const pages = await Promise.all(
      ["1", "2", "3", "4"].map((page) => searchIds(person, { query: "entry", order: "date", page })),
    );
    expect(pages.map((page) => page.length)).toEqual([10, 10, 5, 0]);
    expect(pages.flat()).toEqual(manyIds.toReversed());
  });

  it("a search leaves no query in the log", async () => {
    await search(person, { query: "Gossamerkite" });
    await person.call("search", { query: { query: "Gossamerkite", page: "0" } });
    expect(daybook.log()).not.toMatch(/gossamerkite/i);
  });
});
