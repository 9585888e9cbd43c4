import { setTimeout as sleep } from "node:timers/promises";
import type { QueryOf, Reply } from "@daybook/domain/contract/contract";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ok } from "../answers.ts";
import { type Diarist, newDiarist } from "./diarist.ts";
import { type RunningDaybook, sharedDaybook } from "./shared-daybook.ts";

let daybook: RunningDaybook;
let pepys: Diarist;

beforeAll(async () => {
  daybook = await sharedDaybook();
});
beforeEach(async () => {
  pepys = await newDiarist(daybook);
});

/** A moment between the previous and the next call. */
async function timeBetweenCalls(): Promise<string> {
  await sleep(3);
  const now = new Date(daybook.platform.clock.now()).toISOString();
  await sleep(3);
  return now;
}
const summaries = (entries: readonly { title: string; starred: boolean; revision: number }[]) =>
  entries.map(({ title, starred, revision }) => [title, starred, revision]);
const titles = (entries: readonly { title: string }[]) => entries.map(({ title }) => title);

describe("past moments", () => {
  it("a journal at a past moment has the titles, stars and dates of then, entries moved or trashed since, and no tags", async () => {
    const timeBefore = await timeBetweenCalls();
    const firstEntry = await pepys.write({ title: "one", local_date: "1660-01-01" });
    const secondEntry = await pepys.write({ title: "two", local_date: "1660-01-02" });
    const pastMoment = await timeBetweenCalls();
    const firstEntryInput = pepys.inEntry(pepys.firstJournalId, firstEntry.id);
    const body = { title: "ONE", modified: 1, starred: true, local_date: "1660-01-03" };
    ok(await pepys.person.call("updateEntry", { ...firstEntryInput, body }));
    const timeAfterEdit = await timeBetweenCalls();
    await pepys.trash([firstEntry.id]);
    const moveBody = { entry_ids: [secondEntry.id], new_journal_id: pepys.secondJournalId };
    ok(await pepys.person.call("moveEntries", { ...pepys.inJournal(pepys.firstJournalId), body: moveBody }));
    await pepys.write({ title: "three" });

    expect(await pepys.asOf(pepys.firstJournalId, timeBefore)).toEqual([]);
    expect(summaries(await pepys.asOf(pepys.firstJournalId, pastMoment))).toEqual([
      ["two", false, 1],
      ["one", false, 1],
    ]);
    const entriesThen = await pepys.asOf(pepys.firstJournalId, timeAfterEdit);
    expect(summaries(entriesThen)).toEqual([
      ["ONE", true, 2],
      ["two", false, 1],
    ]);
    expect(entriesThen[0]).toHaveProperty("local_date", "1660-01-03");
    const tag = { name: "Deptford", entries_added_to: [secondEntry.id] };
    ok(await pepys.person.call("createTag", { body: tag }));
    const tagsThen = (await pepys.asOf(pepys.firstJournalId, pastMoment)).flatMap(({ tags }) => tags);
    expect(tagsThen).toEqual([]);
    expect(titles(await pepys.asOf(pepys.firstJournalId, await timeBetweenCalls()))).toEqual(["three"]);
    expect(titles(await pepys.asOf(pepys.secondJournalId, await timeBetweenCalls()))).toEqual(["two"]);
    expect(await pepys.asOf(pepys.secondJournalId, timeAfterEdit)).toEqual([]);
  });

  it("a journal at a past moment is paged like a list", async () => {
    const ids = await pepys.writeMany(7);
    const at = await timeBetweenCalls();
    const pagedIds: number[] = [];
    let cursor: string | null = null;
    do {
      const query: QueryOf<"listEntriesAsOf"> = { at, limit: "3", ...(cursor && { cursor }) };
      const page: Reply<"listEntriesAsOf"> = ok(
        await pepys.person.call("listEntriesAsOf", { ...pepys.inJournal(pepys.firstJournalId), query }),
      );
      pagedIds.push(...page.entries.map(({ entry }) => entry.id));
      expect(page.journal.total_pages).toBe(3);
      cursor = page.next_cursor;
    } while (cursor);
    expect(pagedIds).toEqual(ids.toReversed());
    expect(
      (await pepys.asOf(pepys.firstJournalId, at, { limit: "3", page: "3" })).map(({ id }) => id),
    ).toEqual([ids[0]]);
  });

  it("a journal at a past moment never shows what was erased", async () => {
    const { id } = await pepys.write({ title: "gone" });
    const pastMoment = await timeBetweenCalls();
    const body = { entry_ids: [id], permanent: true };
    ok(await pepys.person.call("deleteEntries", { ...pepys.inJournal(pepys.firstJournalId), body }));
    expect(await pepys.asOf(pepys.firstJournalId, pastMoment)).toEqual([]);
  });
});

describe("restoring missing entries", () => {
  const restore = (at: string) =>
    pepys.person.call("restoreMissing", { ...pepys.inJournal(pepys.firstJournalId), body: { at } });

  it("entries that were in the journal at a moment and are in the trash now are restored, and nothing else changes", async () => {
    const [firstEntry, secondEntry, thirdEntry] = [
      await pepys.write({ title: "one" }),
      await pepys.write({ title: "two" }),
      await pepys.write({ title: "three" }),
    ];
    const pastMoment = await timeBetweenCalls();
    const fourthEntry = await pepys.write({ title: "four" });
    const moveBody = { entry_ids: [secondEntry.id, thirdEntry.id], new_journal_id: pepys.secondJournalId };
    ok(await pepys.person.call("moveEntries", { ...pepys.inJournal(pepys.firstJournalId), body: moveBody }));
    await pepys.trash([firstEntry.id, fourthEntry.id]);
    await pepys.trash([secondEntry.id], pepys.secondJournalId);

    const restoredReply = ok(await restore(pastMoment));
    expect(restoredReply).toEqual({
      entries: [{ entry: { id: firstEntry.id } }, { entry: { id: secondEntry.id } }],
      total: 2,
    });
    expect(new Set(await pepys.list(pepys.firstJournalId))).toEqual(new Set([firstEntry.id, secondEntry.id]));
    expect(await pepys.list(pepys.secondJournalId)).toEqual([thirdEntry.id]);
    expect(await pepys.list(pepys.firstJournalId, { view: "trashed" })).toEqual([fourthEntry.id]);
    expect((await pepys.read(pepys.firstJournalId, secondEntry.id)).title).toBe("two");
    expect(ok(await restore(pastMoment))).toEqual({ entries: [], total: 0 });
  });

  it("restoring more than a hundred missing entries becomes an operation", async () => {
    const ids = await pepys.writeMany(110);
    const pastMoment = await timeBetweenCalls();
    const deleteReply = ok(
      await pepys.person.call("deleteEntries", {
        ...pepys.inJournal(pepys.firstJournalId),
        body: { entry_ids: ids },
      }),
    );
    if (!("operation" in deleteReply)) throw new Error("no operation");
    expect((await pepys.waitForOperation(deleteReply.operation.id)).kind).toBe("delete");
    const startedAnswer = await restore(pastMoment);
    expect(startedAnswer.status).toBe(202);
    const body = ok(startedAnswer);
    if (!("operation" in body)) throw new Error("no operation");
    expect((await pepys.waitForOperation(body.operation.id)).result).toEqual({ affected: 110, skipped: 0 });
    expect(await pepys.list(pepys.firstJournalId, { limit: "100" })).toHaveLength(100);
  });
});
