import type { RemoteDaybook } from "@daybook/bin/remote/remote-daybook";
import { lockTypes } from "@daybook/domain/contract/lock-types";
import { beforeAll, describe, expect, it } from "vitest";
import { ok } from "../answers.ts";
import { type RunningDaybook, sharedDaybook } from "./shared-daybook.ts";
import { createPaidPerson, firstJournalIdOf } from "./people.ts";

let daybook: RunningDaybook;
beforeAll(async () => {
  daybook = await sharedDaybook();
});

const dayMs = 86_400_000;
const daysAgo = (days: number): string =>
  new Date(daybook.platform.clock.now() - days * dayMs).toISOString().slice(0, 10);

type Diarist = { person: RemoteDaybook; journalId: string };

async function newDiarist(): Promise<Diarist> {
  const person = await daybook.newPerson();
  return { person, journalId: await firstJournalIdOf(person) };
}

async function write({ person, journalId }: Diarist, title: string, day: string): Promise<number> {
  const body = { title, richtext_body: `<p>Text of ${title}</p>`, local_date: day, created: day };
  return ok(await person.call("createEntry", { params: { journalId }, body })).entry.id;
}

/** The titles of the entries of this day in earlier years, and of the look-back. */
async function readOnThisDay({ person }: Diarist): Promise<{ onThisDay: string[]; lookBack: string | null }> {
  await daybook.waitUntilCaughtUp();
  const { entries, look_back: lookBack } = ok(await person.call("onThisDay"));
  return { onThisDay: entries.map(({ entry }) => entry.title), lookBack: lookBack?.entry.title ?? null };
}

/** Moves the dates of the shown look-backs one day back, as if a day had passed. */
const passDay = async ({ person }: Diarist): Promise<void> =>
  void (await daybook.platform.pools.durable.query(
    "UPDATE looking_glass.shown SET shown_on = shown_on - 1 WHERE user_id = $1",
    [person.session?.user.id],
  ));

const lock = {
  lock: true,
  lock_type: lockTypes.password,
  plain_password: "by water to Deptford",
  retype_password: "by water to Deptford",
  password_hint: "a river",
};

describe("the look-back of today", () => {
  it("the look-back is the same all day, and another one each day until all were shown", async () => {
    const diarist = await newDiarist();
    await write(diarist, "Two", daysAgo(60));
    expect(await readOnThisDay(diarist)).toEqual({ onThisDay: [], lookBack: "Two" });
    await write(diarist, "One", daysAgo(90));
    await write(diarist, "Three", daysAgo(31));
    await write(diarist, "Too new", daysAgo(29));
    const shownTitles = [];
    for (let day = 0; day < 4; day++) {
      const { lookBack } = await readOnThisDay(diarist);
      expect(await readOnThisDay(diarist)).toEqual({ onThisDay: [], lookBack });
      shownTitles.push(lookBack);
      await passDay(diarist);
    }
    expect(shownTitles).toEqual(["Two", "One", "Three", "Two"]);
  });

  it("the look-back is replaced by entries of this day in earlier years, until they are excluded", async () => {
    const diarist = await newDiarist();
    await write(diarist, "Long ago", daysAgo(60));
    // A leap year, so that it has every day.
    const anniversary = await write(diarist, "Anniversary", `1996${daysAgo(0).slice(4)}`);
    expect(await readOnThisDay(diarist)).toEqual({ onThisDay: ["Anniversary"], lookBack: null });
    const params = { entryId: String(anniversary) };
    await diarist.person.call("excludeFromLookingGlass", { params, body: { eid: anniversary } });
    expect(await readOnThisDay(diarist)).toEqual({ onThisDay: [], lookBack: "Long ago" });
  });

  it("the look-back is not replaced by a locked entry of this day, until the lock is open", async () => {
    const diarist = await newDiarist();
    const { person, journalId } = diarist;
    await write(diarist, "Long ago", daysAgo(60));
    const anniversary = await write(diarist, "Anniversary", `1996${daysAgo(0).slice(4)}`);
    const params = { journalId, entryId: String(anniversary) };
    ok(await person.call("updateEntry", { params, body: lock }));
    expect(await readOnThisDay(diarist)).toEqual({ onThisDay: [], lookBack: "Long ago" });
    const unlock = { unlock: true, plain_password: lock.plain_password };
    ok(await person.call("updateEntry", { params, body: unlock }));
    expect(await readOnThisDay(diarist)).toEqual({ onThisDay: ["Anniversary"], lookBack: null });
  });

  it("the look-back is replaced when it is excluded, trashed or locked", async () => {
    const diarist = await newDiarist();
    const { person, journalId } = diarist;
    const ids = [];
    for (const days of [90, 80, 70, 60]) ids.push(await write(diarist, `${days} days`, daysAgo(days)));
    expect((await readOnThisDay(diarist)).lookBack).toBe("90 days");
    await person.call("excludeFromLookingGlass", { params: { entryId: String(ids[0]) }, body: {} });
    expect((await readOnThisDay(diarist)).lookBack).toBe("80 days");
    await person.call("deleteEntries", { params: { journalId }, body: { entry_ids: [ids[1] ?? 0] } });
    expect((await readOnThisDay(diarist)).lookBack).toBe("70 days");
    await person.call("updateEntry", { params: { journalId, entryId: String(ids[2]) }, body: lock });
    expect((await readOnThisDay(diarist)).lookBack).toBe("60 days");
  });

  it("the look-back is never from a journal with a lock, even an open one, nor from one with Looking Glass off", async () => {
    const diarist = await newDiarist();
    const { person, journalId } = diarist;
    await write(diarist, "Long ago", daysAgo(60));
    ok(await person.call("updateJournal", { params: { journalId }, body: lock }));
    const unlock = { unlock: true, plain_password: lock.plain_password };
    ok(await person.call("updateJournal", { params: { journalId }, body: unlock }));
    expect((await readOnThisDay(diarist)).lookBack).toBeNull();
    ok(
      await person.call("updateJournal", {
        params: { journalId },
        body: { ...unlock, lock_type: lockTypes.none },
      }),
    );
    expect((await readOnThisDay(diarist)).lookBack).toBe("Long ago");
    await write(diarist, "Anniversary", `1996${daysAgo(0).slice(4)}`);
    ok(await person.call("toggleLookingGlass", { params: { journalId }, body: {} }));
    expect(await readOnThisDay(diarist)).toEqual({ onThisDay: [], lookBack: null });
  });

  it("the look-back and the entries of this day have the plain page theme after PRO has ended", async () => {
    const person = await createPaidPerson(daybook);
    const diarist = { person, journalId: await firstJournalIdOf(person) };
    const setRuledPage = async (entryId: number) => {
      const params = { journalId: diarist.journalId, entryId: String(entryId) };
      ok(await person.call("updateEntry", { params, body: { page_theme_id: 2 } }));
    };
    await setRuledPage(await write(diarist, "Long ago", daysAgo(60)));
    const readPageThemes = async () => {
      await daybook.waitUntilCaughtUp();
      const { entries, look_back: lookBack } = ok(await person.call("onThisDay"));
      return [...entries, ...(lookBack ? [lookBack] : [])].map(({ entry }) => entry.page_theme_id);
    };
    expect(await readPageThemes()).toEqual([2]);
    await daybook.grant(person, { level: "pro", years: -1 });
    expect(await readPageThemes()).toEqual([1]);
    await daybook.grant(person, { level: "pro", years: 1 });
    await daybook.waitUntilCaughtUp();
    await setRuledPage(await write(diarist, "Anniversary", `1996${daysAgo(0).slice(4)}`));
    expect(await readPageThemes()).toEqual([2]);
    await daybook.grant(person, { level: "pro", years: -1 });
    expect(await readPageThemes()).toEqual([1]);
  });

  it("the account's switch turns the look-back off, and entries of this day are still shown", async () => {
    const diarist = await newDiarist();
    await write(diarist, "Long ago", daysAgo(60));
    ok(await diarist.person.call("setLookingGlass", { body: { looking_glass: false } }));
    expect((await readOnThisDay(diarist)).lookBack).toBeNull();
    await write(diarist, "Anniversary", `1996${daysAgo(0).slice(4)}`);
    expect((await readOnThisDay(diarist)).onThisDay).toEqual(["Anniversary"]);
  });
});
