import { localDateAt } from "@daybook/application/entries/entry-dates";
import { beforeAll, describe, expect, it } from "vitest";
import { ok } from "../answers.ts";
import { type Diarist, newDiarist } from "./diarist.ts";
import { type RunningDaybook, sharedDaybook } from "./shared-daybook.ts";

let daybook: RunningDaybook;
let pepys: Diarist;

beforeAll(async () => {
  daybook = await sharedDaybook();
  pepys = await newDiarist(daybook);
});

const dayMs = 86_400_000;
const daysBefore = (date: string, days: number): string =>
  new Date(Date.parse(date) - days * dayMs).toISOString().slice(0, 10);

describe("time filters", () => {
  it("a list with a time filter uses local dates, and today in the reader's time zone", async () => {
    const timezone = "Pacific/Kiritimati";
    ok(await pepys.person.call("changeTimezone", { body: { timezone } }));
    const today = localDateAt(new Date(daybook.platform.clock.now()).toISOString(), timezone);
    const ids: Record<string, number> = {};
    const ages = { today: 0, thisWeek: 5, thisMonth: 20, thisYear: 200, long: 2_000 };
    for (const [name, days] of Object.entries(ages)) {
      ids[name] = (await pepys.write({ local_date: daysBefore(today, days) })).id;
    }
    const idsOf = (...names: string[]) => names.map((name) => ids[name]);
    expect(await pepys.list(pepys.firstJournalId, { time: "today" })).toEqual(idsOf("today"));
    expect(await pepys.list(pepys.firstJournalId, { time: "week" })).toEqual(idsOf("today", "thisWeek"));
    expect(await pepys.list(pepys.firstJournalId, { time: "month" })).toEqual(
      idsOf("today", "thisWeek", "thisMonth"),
    );
    expect(await pepys.list(pepys.firstJournalId, { time: "year" })).toHaveLength(4);
    expect(await pepys.list(pepys.firstJournalId, { time: "all" })).toHaveLength(5);
    const customRange = {
      time: "custom",
      timeStart: daysBefore(today, 300),
      timeEnd: daysBefore(today, 10),
    } as const;
    expect(await pepys.list(pepys.firstJournalId, customRange)).toEqual(idsOf("thisMonth", "thisYear"));
    const firstPage = ok(
      await pepys.person.call("listEntries", {
        ...pepys.inJournal(pepys.firstJournalId),
        query: { ...customRange, limit: "1" },
      }),
    );
    expect([firstPage.journal.total_pages, firstPage.total_entries]).toEqual([2, 2]);
    const nextPageQuery = { ...customRange, limit: "1", cursor: firstPage.next_cursor ?? "" };
    expect(await pepys.list(pepys.firstJournalId, nextPageQuery)).toEqual(idsOf("thisYear"));
    expect(await pepys.list(pepys.firstJournalId, { tag: "7" })).toEqual([]);
    const refusedAnswer = await pepys.person.call("listEntries", {
      ...pepys.inJournal(pepys.firstJournalId),
      query: { time: "custom" },
    });
    expect([refusedAnswer.status, !refusedAnswer.ok && refusedAnswer.body.fields]).toEqual([
      422,
      { timeStart: "Choose a start date or an end date." },
    ]);
  });
});

// `cad` is what some clients call the order by date.
it("a list ordered by `cad` is ordered by the entries' dates, on every page", async () => {
  const writer = await newDiarist(daybook);
  // The order of writing is not the order of the dates.
  const dates = ["1660-01-02", "1660-01-04", "1660-01-01", "1660-01-03"];
  const ids = new Map<string, number>();
  for (const date of dates) ids.set(date, (await writer.write({ local_date: date })).id);
  const byDate = dates.toSorted().map((date) => ids.get(date));
  const byChange = dates.map((date) => ids.get(date));
  const list = (query: object) => writer.list(writer.firstJournalId, { dir: "asc", ...query });
  expect(await list({ order: "cad" })).toEqual(byDate);
  expect(await list({ order: "created" })).toEqual(byDate);
  expect(await list({ order: "modified" })).toEqual(byChange);
  expect(await list({ order: "cad", dir: "desc" })).toEqual(byDate.toReversed());
  expect(await list({ order: "cad", limit: "2", page: "2" })).toEqual(byDate.slice(2));
  const query = { order: "cad", dir: "asc", limit: "3" } as const;
  const firstPage = ok(
    await writer.person.call("listEntries", { ...writer.inJournal(writer.firstJournalId), query }),
  );
  expect(await list({ order: "cad", limit: "3", cursor: firstPage.next_cursor ?? "" })).toEqual(
    byDate.slice(3),
  );
});

describe("themes", () => {
  const save = (diarist: Diarist, entryId: number, body: object) =>
    diarist.person.call("updateEntry", { ...diarist.inEntry(diarist.firstJournalId, entryId), body });

  it("themes of an entry are stored, 0 becomes 1 (none), and a free account cannot set them", async () => {
    const { id, revision } = await pepys.write();
    const themedEntry = ok(await save(pepys, id, { pad_theme_id: 6, page_theme_id: 0 })).entry;
    expect([themedEntry.pad_theme_id, themedEntry.page_theme_id, themedEntry.revision]).toEqual([
      6,
      1,
      revision,
    ]);
    expect((await pepys.read(pepys.firstJournalId, id)).pad_theme_id).toBe(6);
    expect((await save(pepys, id, { pad_theme_id: 6 })).status).toBe(204);

    const freePerson = await daybook.newPerson();
    const journalId = String(ok(await freePerson.call("listJournals")).journals[0]?.journal.id);
    const entry = ok(await freePerson.call("createEntry", { params: { journalId }, body: {} })).entry;
    const params = { journalId, entryId: String(entry.id) };
    const refusedAnswer = await freePerson.call("updateEntry", { params, body: { page_theme_id: 2 } });
    expect([refusedAnswer.status, !refusedAnswer.ok && refusedAnswer.body.code]).toEqual([
      403,
      "pro_required",
    ]);
    expect((await freePerson.call("updateEntry", { params, body: { page_theme_id: 0 } })).status).toBe(204);
  });
});
