import { randomUUID } from "node:crypto";
import {
  covers,
  defaultCover,
  drawnCovers,
  padThemes,
  pageThemes,
} from "@daybook/domain/contract/appearance-values";
import type { BodyOf } from "@daybook/domain/contract/contract";
import type { RemoteDaybook } from "@daybook/bin/remote/remote-daybook";
import { setClassroomRole } from "@daybook/bin/account/classroom";
import { beforeAll, describe, expect, it } from "vitest";
import { ok } from "../answers.ts";
import { type RunningDaybook, sharedDaybook } from "./shared-daybook.ts";
import { firstJournalIdOf, createPaidPerson } from "./people.ts";

let daybook: RunningDaybook;
beforeAll(async () => {
  daybook = await sharedDaybook();
});

type Answer = { ok: boolean; status: number; body: { code?: string } | object };
const statusAndCode = ({ status, body }: Answer) => ("code" in body ? [status, body.code] : [status]);

const readJournal = async (person: RemoteDaybook, journalId: string) =>
  ok(await person.call("getJournal", { params: { journalId } })).journal;

describe("covers", () => {
  it("the cover of a journal is a default colour until its owner chooses another cover", async () => {
    const person = await daybook.newPerson();
    const journalId = await firstJournalIdOf(person);
    const { cover } = await readJournal(person, journalId);
    const name = defaultCover(Number(journalId));
    expect(cover).toMatchObject({ name, normal_url: `/covers/${name}.svg` });
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

  it("the cover of a journal can be any cover with PRO, and only a colour without PRO", async () => {
    const [freePerson, paidPerson] = [await daybook.newPerson(), await createPaidPerson(daybook)];
    for (const [person, hasPro] of [
      [freePerson, false],
      [paidPerson, true],
    ] as const) {
      const journalId = await firstJournalIdOf(person);
      const params = { journalId, coverId: journalId };
      for (const name of covers) {
        const needsPro = drawnCovers.some((cover) => cover === name);
        const answer = await person.call("updateCover", { params, body: { name, normal_url: "/x.png" } });
        expect(statusAndCode(answer)).toEqual(needsPro && !hasPro ? [403, "pro_required"] : [200]);
        if (answer.ok) expect(answer.body.journal_cover.normal_url).toBe(`/covers/${name}.svg`);
      }
    }
  });

  it("the cover of a journal is not found under another id than that of the journal", async () => {
    const person = await daybook.newPerson();
    const journalId = await firstJournalIdOf(person);
    const body = { name: "red" as const };
    const answer = await person.call("updateCover", { params: { journalId, coverId: "7" }, body });
    expect(statusAndCode(answer)).toEqual([404, "not_found"]);
  });
});

describe("compose settings", () => {
  const changeSettings = (person: RemoteDaybook, journalId: string, body: BodyOf<"updateComposeSetting">) =>
    person.call("updateComposeSetting", { params: { journalId, settingId: journalId }, body });

  it("compose settings can be changed separately, and are stored", async () => {
    const person = await createPaidPerson(daybook);
    const journalId = await firstJournalIdOf(person);
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
    ok(await changeSettings(person, journalId, { font: "Typewriter", default_page_theme_id: 2 }));
    ok(
      await changeSettings(person, journalId, {
        font_size: 18,
        font_colour: "sepia",
        default_pad_theme_id: 4,
      }),
    );
    const changedReply = ok(await changeSettings(person, journalId, { display_date_method: "none" }));
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

  it("compose settings treat the id 0 (for pads also 2, 3 and 5) as the first theme, and refuse unknown ids", async () => {
    const person = await daybook.newPerson();
    const journalId = await firstJournalIdOf(person);
    for (const id of [0, 1, 2, 3, 5]) {
      const body = { default_pad_theme_id: id, default_page_theme_id: 0 };
      const { compose_setting: setting } = ok(await changeSettings(person, journalId, body));
      expect([setting.default_pad_theme_id, setting.default_page_theme_id]).toEqual([1, 1]);
    }
    expect(statusAndCode(await changeSettings(person, journalId, { default_pad_theme_id: 99 }))).toEqual([
      422,
      "invalid",
    ]);
    expect(statusAndCode(await changeSettings(person, journalId, { default_page_theme_id: 2 }))).toEqual([
      403,
      "pro_required",
    ]);
  });

  it("compose settings and cover stay stored when PRO has ended, and apply again with PRO", async () => {
    const person = await createPaidPerson(daybook);
    const journalId = await firstJournalIdOf(person);
    ok(
      await changeSettings(person, journalId, { font: "Garamond", default_page_theme_id: 3, font_size: 14 }),
    );
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
    expect(ok(await changeSettings(person, journalId, body)).compose_setting.font_size).toBe(12);

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

describe("themes", () => {
  it("the themes are listed, and returned one by one", async () => {
    const person = await daybook.newPerson();
    const params = { journalId: await firstJournalIdOf(person) };
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

describe("classroom journals", () => {
  it("a classroom journal refuses changes as a slave and accepts them as a master; an operator sets the role", async () => {
    const person = await createPaidPerson(daybook);
    const journalId = await firstJournalIdOf(person);
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
