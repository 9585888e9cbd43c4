import { randomUUID } from "node:crypto";
import { covers, drawnCovers, padThemes, pageThemes } from "@daybook/domain/contract/appearance-values";
import type { BodyOf } from "@daybook/domain/contract/contract";
import type { RemoteDaybook } from "@daybook/bin/remote/remote-daybook";
import { setClassroomRole } from "@daybook/bin/account/classroom";
import { beforeAll, describe, expect, it } from "vitest";
import { ok } from "../answers.ts";
import { type RunningDaybook, sharedDaybook } from "./shared-daybook.ts";
import { firstJournalOf, createPaidPerson } from "./people.ts";

let daybook: RunningDaybook;
beforeAll(async () => {
  daybook = await sharedDaybook();
});

type Answer = { ok: boolean; status: number; body: { code?: string } | object };
const statusAndCode = ({ status, body }: Answer) => ("code" in body ? [status, body.code] : [status]);

const readJournal = async (person: RemoteDaybook, journalId: string) =>
  ok(await person.call("getJournal", { params: { journalId } })).journal;

describe("the cover of a journal", () => {
  it("is a default colour until somebody chooses another", async () => {
    const person = await daybook.newPerson();
    const journalId = await firstJournalOf(person);
    const { cover } = await readJournal(person, journalId);
    expect(cover.normal_url).toBe(`/covers/${cover.name}.svg`);
    const body = { name: "orange" as const };
    const coverReply = ok(await person.call("createCover", { params: { journalId }, body }));
    expect(coverReply.journal_cover).toEqual({
      id: Number(journalId),
      name: "orange",
      normal_url: "/covers/orange.svg",
    });
    expect((await readJournal(person, journalId)).cover).toEqual(coverReply.journal_cover);
    const journals = ok(await person.call("listJournals")).journals;
    expect(journals[0]?.journal.cover).toEqual(coverReply.journal_cover);
  });

  it("has 18 colours with PRO, and 4 without", async () => {
    const [freePerson, paidUser] = [await daybook.newPerson(), await createPaidPerson(daybook)];
    for (const [person, hasPro] of [
      [freePerson, false],
      [paidUser, true],
    ] as const) {
      const journalId = await firstJournalOf(person);
      const params = { journalId, coverId: journalId };
      for (const name of covers) {
        const needsPro = drawnCovers.some((cover) => cover === name);
        const answer = await person.call("updateCover", { params, body: { name, normal_url: "/x.png" } });
        expect(statusAndCode(answer)).toEqual(needsPro && !hasPro ? [403, "pro_required"] : [200]);
        if (answer.ok) expect(answer.body.journal_cover.normal_url).toBe(`/covers/${name}.svg`);
      }
    }
  });

  it("has the id of its journal", async () => {
    const person = await daybook.newPerson();
    const journalId = await firstJournalOf(person);
    const body = { name: "red" as const };
    const answer = await person.call("updateCover", { params: { journalId, coverId: "7" }, body });
    expect(statusAndCode(answer)).toEqual([404, "not_found"]);
  });
});

describe("the compose settings of a journal", () => {
  const change = (person: RemoteDaybook, journalId: string, body: BodyOf<"updateComposeSetting">) =>
    person.call("updateComposeSetting", { params: { journalId, settingId: journalId }, body });

  it("can be changed one by one, and are stored", async () => {
    const person = await createPaidPerson(daybook);
    const journalId = await firstJournalOf(person);
    const defaultSettings = {
      font: "Lora",
      font_size: 16,
      font_colour: null,
      display_date_method: "created",
    };
    const themes = { default_pad_theme_id: 1, default_page_theme_id: 1 };
    expect((await readJournal(person, journalId)).compose_setting).toEqual({
      id: Number(journalId),
      ...defaultSettings,
      ...themes,
    });
    ok(await change(person, journalId, { font: "Typewriter", default_page_theme_id: 2 }));
    ok(await change(person, journalId, { font_size: 18, font_colour: "sepia", default_pad_theme_id: 4 }));
    const changedReply = ok(await change(person, journalId, { display_date_method: "none" }));
    expect(changedReply.compose_setting).toEqual({
      id: Number(journalId),
      font: "Typewriter",
      font_size: 18,
      font_colour: "sepia",
      display_date_method: "none",
      default_pad_theme_id: 4,
      default_page_theme_id: 2,
    });
    expect((await readJournal(person, journalId)).compose_setting).toEqual(changedReply.compose_setting);
  });

  it("accept 0 for the first theme, and ids of empty pad themes for none", async () => {
    const person = await daybook.newPerson();
    const journalId = await firstJournalOf(person);
    for (const id of [0, 1, 2, 3, 5]) {
      const body = { default_pad_theme_id: id, default_page_theme_id: 0 };
      const { compose_setting: setting } = ok(await change(person, journalId, body));
      expect([setting.default_pad_theme_id, setting.default_page_theme_id]).toEqual([1, 1]);
    }
    expect(statusAndCode(await change(person, journalId, { default_pad_theme_id: 99 }))).toEqual([
      422,
      "invalid",
    ]);
    expect(statusAndCode(await change(person, journalId, { default_page_theme_id: 2 }))).toEqual([
      403,
      "pro_required",
    ]);
  });

  it("stay stored with the cover after a downgrade, and apply again with PRO", async () => {
    const person = await createPaidPerson(daybook);
    const journalId = await firstJournalOf(person);
    ok(await change(person, journalId, { font: "Garamond", default_page_theme_id: 3, font_size: 14 }));
    ok(await person.call("createCover", { params: { journalId }, body: { name: "leather" } }));

    await daybook.grant(person, { level: "pro", years: -1 });
    await daybook.waitUntilCaughtUp();
    const journal = await readJournal(person, journalId);
    expect(journal.compose_setting).toMatchObject({ font: "Lora", default_page_theme_id: 1, font_size: 14 });
    expect(journal.cover.name).not.toBe("leather");
    const { font, default_page_theme_id, default_pad_theme_id } = journal.compose_setting;
    const body = {
      font: font as "Lora",
      default_page_theme_id,
      default_pad_theme_id,
      font_size: 12 as const,
    };
    expect(ok(await change(person, journalId, body)).compose_setting.font_size).toBe(12);

    await daybook.grant(person, { level: "pro", years: 1 });
    await daybook.waitUntilCaughtUp();
    const journalWithPro = await readJournal(person, journalId);
    expect(journalWithPro.compose_setting).toMatchObject({
      font: "Garamond",
      default_page_theme_id: 3,
      font_size: 12,
    });
    expect(journalWithPro.cover.name).toBe("leather");
  });
});

describe("the themes", () => {
  it("are listed with ids and names, and returned one by one", async () => {
    const person = await daybook.newPerson();
    const params = { journalId: await firstJournalOf(person) };
    const pages = ok(await person.call("listPageThemes", { params, query: { public: "true" } }));
    const pads = ok(await person.call("listPadThemes", { params }));
    expect(pages.page_themes.map(({ page_theme: { id } }) => id)).toEqual(pageThemes.map(({ id }) => id));
    expect(pads.pad_themes.map(({ pad_theme: { id } }) => id)).toEqual(padThemes.map(({ id }) => id));
    const page = await person.call("getPageTheme", { params: { ...params, themeId: "0" } });
    expect(ok(page).page_theme).toEqual(pageThemes[0]);
    for (const themeId of ["0", "2", "3", "5"]) {
      const pad = await person.call("getPadTheme", { params: { ...params, themeId } });
      expect(ok(pad).pad_theme).toEqual(padThemes[0]);
    }
    const unknownTheme = await person.call("getPadTheme", { params: { ...params, themeId: "99" } });
    expect(statusAndCode(unknownTheme)).toEqual([404, "not_found"]);
  });
});

describe("a journal of a class", () => {
  it("keeps its settings as a slave, but not as a master; an operator sets the role", async () => {
    const person = await createPaidPerson(daybook);
    const journalId = await firstJournalOf(person);
    const { store, clock } = daybook.platform;
    const setRole = (role: "master" | "slave" | "none") =>
      setClassroomRole(store, Number(journalId), role, clock.now());
    const tryChanges = () =>
      Promise.all([
        person.call("updateJournal", { params: { journalId }, body: { name: randomUUID() } }),
        person.call("createCover", { params: { journalId }, body: { name: "kraft" } }),
        person.call("updateComposeSetting", {
          params: { journalId, settingId: journalId },
          body: { font_size: 9 },
        }),
      ]);

    await setRole("slave");
    await daybook.waitUntilCaughtUp();
    expect(await readJournal(person, journalId)).toMatchObject({
      is_classroom_master: false,
      is_classroom_slave: true,
    });
    for (const answer of await tryChanges()) expect(statusAndCode(answer)).toEqual([403, "forbidden"]);

    await setRole("master");
    await daybook.waitUntilCaughtUp();
    expect(await readJournal(person, journalId)).toMatchObject({
      is_classroom_master: true,
      is_classroom_slave: false,
    });
    for (const answer of await tryChanges()) expect(statusAndCode(answer)).toEqual([200]);
    expect((await setClassroomRole(store, 7, "slave", clock.now()))?.code).toBe("not_found");
  });
});

describe("the word count, calendar, memories and prompts of a journal", () => {
  const write = async (
    person: RemoteDaybook,
    journalId: string,
    localDate: string,
    words = "one two three",
  ) =>
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

  it("return its words, and the days with entries", async () => {
    const person = await daybook.newPerson();
    const journalId = await firstJournalOf(person);
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

  it("return entries of this day in earlier years, in the reader's time zone, from every open journal", async () => {
    const person = await createPaidPerson(daybook);
    // UTC+14 all year: a new day starts here first.
    await person.call("changeTimezone", { body: { timezone: "Pacific/Kiritimati" } });
    const localDate = new Date(daybook.platform.clock.now() + 14 * 3_600_000).toISOString().slice(0, 10);
    const monthDay = localDate.slice(4);
    const year = Number(localDate.slice(0, 4));
    const journalId = await firstJournalOf(person);
    const otherJournalId = ok(await person.call("createJournal", { body: { name: "Other" } })).journal.id;
    const trashedId = ok(await person.call("createJournal", { body: { name: "Gone" } })).journal.id;
    // These are leap years, so every day of today's year exists in them.
    await write(person, journalId, `${year - (year % 4) - 4}${monthDay}`);
    await write(person, String(otherJournalId), `1896${monthDay}`);
    await write(person, String(trashedId), `1892${monthDay}`);
    await write(person, journalId, `${year}${monthDay}`);
    await write(person, journalId, monthDay === "-06-15" ? "1896-06-16" : "1896-06-15");
    await person.call("deleteJournal", { params: { journalId: String(trashedId) } });
    const { entries } = ok(await person.call("onThisDay"));
    expect(entries.map(({ entry }) => [entry.local_date, entry.journal.name, entry.excerpt])).toEqual([
      [`${year - (year % 4) - 4}${monthDay}`, "Samuel’s Journal", "one two three"],
      [`1896${monthDay}`, "Other", "one two three"],
    ]);
    expect(ok(await (await daybook.newPerson()).call("onThisDay")).entries).toEqual([]);
  });

  it("return a prompt for the next entry, never the same one twice in a row", async () => {
    const person = await daybook.newPerson();
    let lastPromptId = 0;
    for (let n = 0; n < 20; n++) {
      const { prompt } = ok(await person.call("getRandomPrompt"));
      expect(prompt.id).not.toBe(lastPromptId);
      lastPromptId = prompt.id;
    }
  });
});
