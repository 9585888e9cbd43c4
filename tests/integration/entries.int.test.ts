import { describe, expect, it } from "vitest";
import type { Reply } from "@daybook/domain/contract/contract";
import { ok } from "../answers.ts";
import { useEntryWriter } from "./entry-steps.ts";

const { setup, inEntry, writeEntry, updateEntry, readEntry, listVersions } = useEntryWriter();

describe("entries", () => {
  it("an entry is created, read and counted", async () => {
    const entry = await writeEntry({
      title: "A\u200b title",
      richtext_body: "<p>So to <b>bed</b>.</p><script>alert(1)</script>",
      timezone: "Europe/London",
    });
    expect(entry.title).toBe("A title");
    expect(entry.richtext_body).toBe("<p>So to <strong>bed</strong>.</p>");
    expect(entry.plaintext_body).toBe("So to bed.");
    expect(entry.word_count).toBe(3);
    expect(entry.revision).toBe(1);
    expect(await readEntry(entry.id)).toEqual(entry);
    const journal = ok(
      await setup.person.call("getJournal", { params: { journalId: setup.journalId } }),
    ).journal;
    expect(journal.entries.total_entries).toBe(1);
    expect(journal.last_entry_id).toBe(entry.id);
  });

  it("an entry may be empty or only a picture", async () => {
    expect((await writeEntry({})).richtext_body).toBe("");
    const inlineImage = '<img src="data:image/png;base64,iVBORw0KGgo=">';
    expect((await writeEntry({ richtext_body: inlineImage })).richtext_body).toContain(inlineImage);
  });

  it.each(["America/Los_Angeles", "Pacific/Kiritimati", "Europe/London"])(
    "an entry of the year 1660 stays on its day in %s until its date is changed",
    async (timezone) => {
      const entry = await writeEntry({ created_at: "1660-01-11", timezone, richtext_body: "<p>x</p>" });
      expect([entry.local_date, entry.created_at]).toEqual(["1660-01-11", "1660-01-11T00:00:00.000Z"]);
      const updatedEntry = ok(
        await updateEntry(entry.id, { richtext_body: "<p>y</p>", timezone, modified: 1 }),
      ).entry;
      expect(updatedEntry.local_date).toBe("1660-01-11");
      const redatedEntry = ok(await updateEntry(entry.id, { local_date: "1660-02-29" })).entry;
      expect(redatedEntry.local_date).toBe("1660-02-29");
      expect((await readEntry(entry.id)).local_date).toBe("1660-02-29");
    },
  );

  it("an entry is starred without a new revision", async () => {
    const entry = await writeEntry({ richtext_body: "<p>x</p>" });
    const updatedEntry = ok(await updateEntry(entry.id, { starred: true })).entry;
    expect([updatedEntry.starred, updatedEntry.revision, updatedEntry.modified_at]).toEqual([
      true,
      1,
      entry.modified_at,
    ]);
    expect(updatedEntry.richtext_body).toBe("<p>x</p>");
    const list = ok(
      await setup.person.call("listEntries", {
        params: { journalId: setup.journalId },
        query: { view: "starred" },
      }),
    );
    expect(list.entries.map(({ entry: { id } }) => id)).toEqual([entry.id]);
  });

  it("an entry keeps the fields that an edit leaves out", async () => {
    const entry = await writeEntry({ title: "T", richtext_body: "<p>x</p>" });
    const titledEntry = ok(await updateEntry(entry.id, { title: "U", modified: entry.revision })).entry;
    expect([titledEntry.title, titledEntry.richtext_body]).toEqual(["U", "<p>x</p>"]);
  });
});

describe("conflicts", () => {
  it("a conflict is a 409 with the current entry, whether the base is a revision or a time", async () => {
    const entry = await writeEntry({ richtext_body: "<p>one</p>" });
    ok(await updateEntry(entry.id, { richtext_body: "<p>two</p>", modified: entry.revision }));
    for (const modified of [entry.revision, String(entry.revision), entry.modified_at]) {
      const staleAnswer = await updateEntry(entry.id, { richtext_body: "<p>mine</p>", modified });
      if (staleAnswer.ok) throw new Error("a stale save was accepted");
      expect([staleAnswer.status, staleAnswer.body.code]).toEqual([409, "revision_conflict"]);
      const current = (staleAnswer.body as unknown as { entry: { richtext_body: string } }).entry;
      expect(current.richtext_body).toBe("<p>two</p>");
    }
    expect((await readEntry(entry.id)).richtext_body).toBe("<p>two</p>");
  });

  it("a stale save of equal content is no conflict, and the reply has the current revision", async () => {
    const entry = await writeEntry({ richtext_body: "<p>one</p>" });
    ok(await updateEntry(entry.id, { richtext_body: "<p>two</p>", modified: 1 }));
    const equalAnswer = await updateEntry(entry.id, { richtext_body: "<p>two</p>", modified: 1 });
    expect([equalAnswer.status, ok(equalAnswer).entry.revision]).toEqual([200, 2]);
    expect((await updateEntry(entry.id, { richtext_body: "<p>two</p>", modified: 2 })).status).toBe(204);
    expect(await listVersions(entry.id)).toHaveLength(2);
  });

  it("a save without a base is no conflict: the last write wins", async () => {
    const entry = await writeEntry({ richtext_body: "<p>one</p>" });
    ok(await updateEntry(entry.id, { richtext_body: "<p>two</p>" }));
    expect(ok(await updateEntry(entry.id, { richtext_body: "<p>three</p>" })).entry.revision).toBe(3);
  });

  it("fifteen of sixteen concurrent saves on the same revision get a conflict", async () => {
    const entry = await writeEntry({ richtext_body: "<p>one</p>" });
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, n) =>
        updateEntry(entry.id, { richtext_body: `<p>${n}</p>`, modified: 1 }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(15);
  });
});

describe("the trash", () => {
  it("an entry can be trashed and restored, and cannot be saved while it is in the trash", async () => {
    const entry = await writeEntry({ richtext_body: "<p>x</p>" });
    ok(
      await setup.person.call("deleteEntries", {
        params: { journalId: setup.journalId },
        body: { entry_ids: [entry.id] },
      }),
    );
    const answer = await updateEntry(entry.id, { richtext_body: "<p>y</p>", modified: 1 });
    expect([answer.status, !answer.ok && answer.body.code]).toEqual([422, "entry_trashed"]);
    expect((await readEntry(entry.id)).status_id).toBe(2);
    const trash = ok(
      await setup.person.call("listEntries", {
        params: { journalId: setup.journalId },
        query: { view: "trashed" },
      }),
    );
    expect(trash.entries.map(({ entry: { id } }) => id)).toContain(entry.id);
    ok(
      await setup.person.call("restoreEntries", {
        params: { journalId: setup.journalId },
        body: { entry_ids: [entry.id] },
      }),
    );
    expect((await readEntry(entry.id)).status_id).toBe(1);
  });

  it("a permanent delete skips the trash: the entry, its versions and its encryption key are erased", async () => {
    const entry = await writeEntry({ richtext_body: "<p>gone</p>" });
    ok(
      await setup.person.call("deleteEntries", {
        params: { journalId: setup.journalId },
        query: { permanent: "true" },
        body: { entry_ids: [entry.id] },
      }),
    );
    expect((await setup.person.call("getEntry", inEntry(entry.id))).status).toBe(404);
    expect((await setup.person.call("listVersions", inEntry(entry.id))).status).toBe(404);
    const { rows } = await setup.daybook.platform.pools.durable.query(
      "SELECT FROM vault.keys WHERE id = $1",
      [`entry-${entry.id}`],
    );
    expect(rows).toHaveLength(0);
  });
});

describe("order of entries", () => {
  it("lists and neighbours go through a journal by date: lists by page and cursor, neighbours in both directions", async () => {
    const writer = await setup.daybook.newPerson();
    const writerJournalId = String(ok(await writer.call("listJournals")).journals[0]?.journal.id);
    const days = Array.from({ length: 25 }, (_, n) => `1660-03-${String(n + 1).padStart(2, "0")}`);
    for (const day of days) {
      ok(
        await writer.call("createEntry", {
          params: { journalId: writerJournalId },
          body: { title: day, created_at: day },
        }),
      );
    }
    const newestFirst = days.toReversed();
    const titles = (body: Reply<"listEntries">) => body.entries.map(({ entry }) => entry.title);
    const pageTwo = ok(
      await writer.call("listEntries", {
        params: { journalId: writerJournalId },
        query: { limit: "10", page: "2" },
      }),
    );
    expect(titles(pageTwo)).toEqual(newestFirst.slice(10, 20));
    expect(pageTwo.journal.total_pages).toBe(3);
    const pagedTitles: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Reply<"listEntries"> = ok(
        await writer.call("listEntries", {
          params: { journalId: writerJournalId },
          query: { limit: "10", ...(cursor && { cursor }) },
        }),
      );
      pagedTitles.push(...titles(page));
      cursor = page.next_cursor;
    } while (cursor);
    expect(pagedTitles).toEqual(newestFirst);
    const middleId = pageTwo.entries[0]?.entry.id ?? 0;
    const entryReply = ok(
      await writer.call("getEntry", {
        params: { journalId: writerJournalId, entryId: String(middleId) },
        query: { previous: "2", next: "2" },
      }),
    );
    expect(entryReply.previous.map(({ entry }) => entry.title)).toEqual(["1660-03-14", "1660-03-13"]);
    expect(entryReply.next.map(({ entry }) => entry.title)).toEqual(["1660-03-16", "1660-03-17"]);
  });

  it("a list refuses an invalid cursor", async () => {
    const answer = await setup.person.call("listEntries", {
      params: { journalId: setup.journalId },
      query: { cursor: "!!!" },
    });
    expect(answer.status).toBe(422);
  });
});
