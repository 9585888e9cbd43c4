import type { RemoteDaybook } from "@daybook/bin/remote/remote-daybook";
import { beforeAll, expect, it } from "vitest";
import { ok } from "../answers.ts";
import { createPaidPerson, firstJournalIdOf } from "./people.ts";
import { type RunningDaybook, sharedDaybook } from "./shared-daybook.ts";

let daybook: RunningDaybook;
beforeAll(async () => {
  daybook = await sharedDaybook();
});

const write = async (person: RemoteDaybook, journalId: string, localDate: string, words = "one two three") =>
  ok(
    await person.call("createEntry", {
      params: { journalId },
      body: {
        title: localDate,
        richtext_body: `<p>${words}</p>`,
        created_at: `${localDate}T12:00:00Z`,
        local_date: localDate,
      },
    }),
  ).entry;

it("the word count and the calendar leave out trashed entries", async () => {
  const person = await daybook.newPerson();
  const journalId = await firstJournalIdOf(person);
  const readWordCount = async () => ok(await person.call("getWordCount", { params: { journalId } }));
  expect(await readWordCount()).toEqual({ word_count: 0, entry_count: 0 });
  await write(person, journalId, "1660-01-01");
  await write(person, journalId, "1660-01-01", "four");
  await write(person, journalId, "1661-02-02");
  const trashedEntry = await write(person, journalId, "1660-03-03");
  await person.call("deleteEntries", { params: { journalId }, body: { entry_ids: [trashedEntry.id] } });
  expect(await readWordCount()).toEqual({ word_count: 7, entry_count: 3 });
  const readCalendar = async (year?: string) =>
    ok(await person.call("getCalendar", { params: { journalId }, query: year ? { year } : {} })).days;
  expect(await readCalendar("1660")).toEqual({ "1660-01-01": 2 });
  expect(await readCalendar("1661")).toEqual({ "1661-02-02": 1 });
  expect(await readCalendar()).toEqual({});
});

it("“On this day” lists entries of earlier years from every journal outside the trash, for today in the reader's time zone", async () => {
  const person = await createPaidPerson(daybook);
  // UTC+14 all year: a new day starts here first.
  await person.call("changeTimezone", { body: { timezone: "Pacific/Kiritimati" } });
  const localDate = new Date(daybook.platform.clock.now() + 14 * 3_600_000).toISOString().slice(0, 10);
  const monthDay = localDate.slice(4);
  const year = Number(localDate.slice(0, 4));
  const journalId = await firstJournalIdOf(person);
  const otherJournalId = ok(await person.call("createJournal", { body: { name: "Other" } })).journal.id;
  const trashedJournalId = ok(await person.call("createJournal", { body: { name: "Gone" } })).journal.id;
  // These are leap years, so every day of today's year exists in them.
  await write(person, journalId, `${year - (year % 4) - 4}${monthDay}`);
  await write(person, String(otherJournalId), `1896${monthDay}`);
  await write(person, String(trashedJournalId), `1892${monthDay}`);
  await write(person, journalId, `${year}${monthDay}`);
  await write(person, journalId, monthDay === "-06-15" ? "1896-06-16" : "1896-06-15");
  await person.call("deleteJournal", { params: { journalId: String(trashedJournalId) } });
  const { entries } = ok(await person.call("onThisDay"));
  expect(entries.map(({ entry }) => [entry.local_date, entry.journal.name, entry.excerpt])).toEqual([
    [`${year - (year % 4) - 4}${monthDay}`, "Samuel’s Journal", "one two three"],
    [`1896${monthDay}`, "Other", "one two three"],
  ]);
  expect(ok(await (await daybook.newPerson()).call("onThisDay")).entries).toEqual([]);
});

it("a random prompt is never the same twice in a row", async () => {
  const person = await daybook.newPerson();
  let lastPromptId = 0;
  for (let n = 0; n < 20; n++) {
    const { prompt } = ok(await person.call("getRandomPrompt"));
    expect(prompt.id).not.toBe(lastPromptId);
    lastPromptId = prompt.id;
  }
});
