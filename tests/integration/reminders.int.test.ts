import { randomUUID } from "node:crypto";
import { remoteDaybook, type RemoteDaybook } from "@daybook/bin/remote/remote-daybook";
import type { BodyOf } from "@daybook/domain/contract/contract";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ok } from "../answers.ts";
import { type RunningDaybook, sharedDaybook } from "./shared-daybook.ts";
import { firstJournalIdOf, createPaidPerson } from "./people.ts";

let daybook: RunningDaybook;
let person: RemoteDaybook;
let journalId: string;

beforeAll(async () => {
  daybook = await sharedDaybook();
});
beforeEach(async () => {
  person = await daybook.newPerson();
  journalId = await firstJournalIdOf(person);
});

const daily = { frequency: "daily", general_time: "morning" } as const;

async function addReminder(body: BodyOf<"addReminder"> = daily) {
  return ok(await person.call("addReminder", { params: { journalId }, body })).reminder;
}
const listReminders = async () =>
  ok(await person.call("listReminders", { params: { journalId } })).reminders.map(({ reminder }) => reminder);

describe("reminders of a journal", () => {
  it("reminders are added, listed and removed", async () => {
    expect(await listReminders()).toEqual([]);
    const morning = await addReminder();
    expect(morning).toEqual({
      id: expect.any(Number),
      ...daily,
      hour: 7,
      minute: 0,
      weekday: null,
      day: null,
      display_text: "Every day at 7:00 am",
      next_run_at: expect.stringMatching(/T07:00:00\.000Z$/),
    });
    expect(Date.parse(morning.next_run_at)).toBeGreaterThan(Date.now() - 60_000);
    const weekly = await addReminder({ frequency: "weekly", general_time: "noon" });
    expect([weekly.weekday, weekly.day, weekly.display_text]).toEqual([1, null, "Every Monday at noon"]);
    const monthly = await addReminder({ frequency: "monthly", general_time: "evening", day: "30", hour: 3 });
    expect([monthly.weekday, monthly.day, monthly.hour]).toEqual([null, 30, 19]);
    expect(monthly.display_text).toBe("Every month on the 30th at 7:00 pm");
    expect((await listReminders()).map(({ id }) => id)).toEqual([morning.id, weekly.id, monthly.id]);

    const params = { journalId, reminderId: String(weekly.id) };
    expect((await person.call("removeReminder", { params })).status).toBe(204);
    expect((await person.call("removeReminder", { params })).status).toBe(204);
    expect((await listReminders()).map(({ id }) => id)).toEqual([morning.id, monthly.id]);
  });

  it("reminders are listed for the whole account, without those of trashed journals and of other people", async () => {
    person = await createPaidPerson(daybook);
    journalId = await firstJournalIdOf(person);
    const firstReminder = await addReminder();
    const createdReply = ok(await person.call("createJournal", { body: { name: "Navy business" } }));
    const secondJournalId = String(createdReply.journal.id);
    const params = { journalId: secondJournalId };
    ok(await person.call("addReminder", { params, body: { ...daily, frequency: "bidaily" } }));
    const listAll = async (client = person) =>
      ok(await client.call("listAllReminders")).reminders.map(({ reminder }) => [
        reminder.journal_id,
        reminder.frequency,
      ]);
    expect(new Set(await listAll())).toEqual(
      new Set([
        [Number(journalId), firstReminder.frequency],
        [createdReply.journal.id, "bidaily"],
      ]),
    );
    expect(await listAll(await daybook.newPerson())).toEqual([]);
    await person.call("deleteJournal", { params });
    expect(await listAll()).toEqual([[Number(journalId), "daily"]]);
  });

  it("a reminder has a specific time with PRO, in the time zone of the account", async () => {
    person = await createPaidPerson(daybook);
    journalId = await firstJournalIdOf(person);
    const timezoneAnswer = await person.call("changeTimezone", { body: { timezone: "Asia/Kathmandu" } });
    expect(timezoneAnswer.status).toBe(200);
    const { hour, minute, next_run_at, display_text } = await addReminder({
      frequency: "bidaily",
      general_time: "specific",
      hour: "21",
      minute: 30,
    });
    expect([hour, minute, display_text]).toEqual([21, 30, "Every second day at 9:30 pm"]);
    expect(next_run_at).toMatch(/T15:45:00\.000Z$/);
  });

  it("a reminder keeps its specific time after PRO has ended, and comes at the nearest general time", async () => {
    await daybook.grant(person, { level: "pro", years: 1 });
    await addReminder({ frequency: "daily", general_time: "specific", hour: 18, minute: 5 });
    await daybook.grant(person, { level: "pro", years: -1 });
    const [reminder] = await listReminders();
    expect([reminder?.general_time, reminder?.hour, reminder?.minute]).toEqual(["specific", 18, 5]);
    expect(reminder?.display_text).toBe("Every day at 7:00 pm (6:05 pm with PRO)");
    expect(reminder?.next_run_at).toMatch(/T19:00:00\.000Z$/);
  });

  it("a journal has at most 20 reminders", async () => {
    for (let n = 0; n < 20; n++) await addReminder();
    const refusedAnswer = await person.call("addReminder", { params: { journalId }, body: daily });
    expect([refusedAnswer.status, !refusedAnswer.ok && refusedAnswer.body.code]).toEqual([422, "invalid"]);
  });

  it("a reminder is added once when a client repeats the request", async () => {
    const key = randomUUID();
    const input = { params: { journalId }, body: daily, key };
    const firstReminder = ok(await person.call("addReminder", input)).reminder;
    expect(ok(await person.call("addReminder", input)).reminder).toEqual(firstReminder);
    expect(await listReminders()).toEqual([firstReminder]);
    await person.call("removeReminder", { params: { journalId, reminderId: String(firstReminder.id) } });
    expect((await person.call("addReminder", input)).status).toBe(404);
    expect(await listReminders()).toEqual([]);
  });

  it("reminders are hidden while their journal is in the trash, and return when it is restored", async () => {
    const reminder = await addReminder();
    await person.call("deleteJournal", { params: { journalId } });
    expect((await person.call("listReminders", { params: { journalId } })).status).toBe(404);
    expect((await person.call("addReminder", { params: { journalId }, body: daily })).status).toBe(404);
    await person.call("updateJournal", { params: { journalId }, body: { restore: true } });
    expect(await listReminders()).toEqual([reminder]);
  });

  it.each<[string, Record<string, unknown>, string]>([
    ["the frequency `never`", { ...daily, frequency: "never" }, "frequency"],
    ["a missing time", { frequency: "daily" }, "general_time"],
    ["an unknown time", { ...daily, general_time: "midnight" }, "general_time"],
    ["a specific time without an hour", { ...daily, general_time: "specific" }, "hour"],
    ["hour 24", { ...daily, general_time: "specific", hour: 24 }, "hour"],
    ["minute 60", { ...daily, general_time: "specific", hour: 1, minute: 60 }, "minute"],
    ["weekday 7", { frequency: "weekly", general_time: "noon", weekday: 7 }, "weekday"],
    ["day 0", { frequency: "monthly", general_time: "noon", day: 0 }, "day"],
    ["day 1.5", { frequency: "monthly", general_time: "noon", day: 1.5 }, "day"],
  ])("a reminder with %s is refused", async (_, body, field) => {
    const refusedAnswer = await person.call("addReminder", { params: { journalId }, body: body as never });
    expect(refusedAnswer.status).toBe(422);
    expect(!refusedAnswer.ok && Object.keys(refusedAnswer.body.fields ?? {})).toEqual([field]);
  });
});

describe("opt-out calls", () => {
  const stopReminder = (userSlug: string, reminderId: number | string, client = remoteDaybook(daybook.url)) =>
    client.call("stopReminder", { params: { userSlug }, query: { rid: String(reminderId) } });
  const slugOf = (client: RemoteDaybook) => client.session?.user.slug ?? "";

  it("the opt-out call of a mail stops the reminder without a session, and can be repeated", async () => {
    const [stoppedReminder, otherReminder] = [await addReminder(), await addReminder()];
    for (let n = 0; n < 2; n++)
      expect((await stopReminder(slugOf(person), stoppedReminder.id)).status).toBe(204);
    expect((await listReminders()).map(({ id }) => id)).toEqual([otherReminder.id]);
  });

  it("the opt-out call is refused for a wrong slug, another person's slug, a deleted account and an unknown reminder", async () => {
    const reminder = await addReminder();
    const stranger = await daybook.newPerson();
    expect((await stopReminder("guessed", reminder.id)).status).toBe(404);
    expect((await stopReminder(slugOf(stranger), reminder.id)).status).toBe(404);
    expect((await stopReminder(slugOf(stranger), reminder.id, stranger)).status).toBe(404);
    expect((await stopReminder(slugOf(person), 7)).status).toBe(404);
    expect((await stopReminder(slugOf(person), "x")).status).toBe(400);
    expect((await listReminders()).length).toBe(1);
    await person.call("deleteAccount", { body: { password: "and so to bed 1660" } });
    expect((await stopReminder(slugOf(person), reminder.id)).status).toBe(404);
  });

  it("a HEAD to the opt-out link, which programs send to check links, stops no reminder", async () => {
    const { id } = await addReminder();
    const url = `${daybook.url}/api/dr/${slugOf(person)}?rid=${id}`;
    expect((await fetch(url, { method: "HEAD" })).status).toBe(404);
    expect((await listReminders()).map((reminder) => reminder.id)).toEqual([id]);
  });

  it("the opt-out call of a mail also stops a reminder of a journal in the trash", async () => {
    const reminder = await addReminder();
    await person.call("deleteJournal", { params: { journalId } });
    expect((await stopReminder(slugOf(person), reminder.id)).status).toBe(204);
    await person.call("updateJournal", { params: { journalId }, body: { restore: true } });
    expect(await listReminders()).toEqual([]);
  });
});
