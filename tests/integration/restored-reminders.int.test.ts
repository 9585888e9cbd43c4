import { randomUUID } from "node:crypto";
import { remoteDaybook, type RemoteDaybook } from "@daybook/bin/remote/remote-daybook";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { ok } from "../answers.ts";
import { createPaidPerson, firstJournalIdOf } from "./people.ts";
import { type RunningDaybook, sharedDaybook } from "./shared-daybook.ts";

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
const specific = { frequency: "bidaily", general_time: "specific", hour: 18, minute: 5 } as const;
const reminderInput = (id: number) => ({ params: { journalId, reminderId: String(id) } });

const addReminder = async (body: typeof daily | typeof specific = daily) =>
  ok(await person.call("addReminder", { params: { journalId }, body })).reminder;
const listReminders = async () =>
  ok(await person.call("listReminders", { params: { journalId } })).reminders.map(({ reminder }) => reminder);
const remove = async (id: number) =>
  expect((await person.call("removeReminder", reminderInput(id))).status).toBe(204);
const stopByLink = (id: number) =>
  remoteDaybook(daybook.url).call("stopReminder", {
    params: { userSlug: person.session?.user.slug ?? "" },
    query: { rid: String(id) },
  });
/** Tries to restore a reminder, and returns status and code of the refusal. */
async function refusalOf(id: number, session = person) {
  const answer = await session.call("restoreReminder", reminderInput(id));
  return [answer.status, !answer.ok && answer.body.code];
}

it("a removed reminder is restored under its id, and the link of an old mail stops it", async () => {
  const reminder = await addReminder();
  await remove(reminder.id);
  expect(ok(await person.call("restoreReminder", reminderInput(reminder.id))).reminder).toEqual(reminder);
  expect(await listReminders()).toEqual([reminder]);
  expect((await stopByLink(reminder.id)).status).toBe(204);
  expect(await listReminders()).toEqual([]);
});

it("a reminder that its link has stopped is restored too", async () => {
  const reminder = await addReminder();
  expect((await stopByLink(reminder.id)).status).toBe(204);
  ok(await person.call("restoreReminder", reminderInput(reminder.id)));
  expect(await listReminders()).toEqual([reminder]);
});

it("two tabs that remove a reminder and then both restore it leave one reminder", async () => {
  const reminder = await addReminder();
  await remove(reminder.id);
  await remove(reminder.id);
  const answers = await Promise.all(
    [1, 2].map(() => person.call("restoreReminder", reminderInput(reminder.id))),
  );
  expect(answers.map((answer) => ok(answer).reminder)).toEqual([reminder, reminder]);
  expect(await listReminders()).toEqual([reminder]);
});

it("a repeated request does not restore a reminder that was removed again", async () => {
  const { id } = await addReminder();
  await remove(id);
  const input = { ...reminderInput(id), key: randomUUID() };
  ok(await person.call("restoreReminder", input));
  await remove(id);
  expect((await person.call("restoreReminder", input)).status).toBe(404);
  expect(await listReminders()).toEqual([]);
});

it("a specific time is restored with PRO; without PRO it becomes the nearest general time", async () => {
  person = await createPaidPerson(daybook);
  journalId = await firstJournalIdOf(person);
  const reminder = await addReminder(specific);
  await remove(reminder.id);
  expect(ok(await person.call("restoreReminder", reminderInput(reminder.id))).reminder).toEqual(reminder);
  await remove(reminder.id);
  await daybook.grant(person, { level: "pro", years: -1 });
  const { id, general_time, display_text } = ok(
    await person.call("restoreReminder", reminderInput(reminder.id)),
  ).reminder;
  expect([id, general_time, display_text]).toEqual([reminder.id, "evening", "Every second day at 7:00 pm"]);
});

it("a restored reminder counts among the 20 of a journal", async () => {
  const { id } = await addReminder();
  await remove(id);
  for (let n = 0; n < 20; n++) await addReminder();
  expect(await refusalOf(id)).toEqual([422, "invalid"]);
  await remove((await listReminders())[0]!.id);
  ok(await person.call("restoreReminder", reminderInput(id)));
  expect((await listReminders()).length).toBe(20);
});

it("unknown reminders, reminders of other people and reminders of a journal in the trash are not restored", async () => {
  const { id } = await addReminder();
  await remove(id);
  const stranger = await daybook.newPerson();
  expect(await refusalOf(id, stranger)).toEqual([404, "not_found"]);
  expect(await refusalOf(id, remoteDaybook(daybook.url))).toEqual([401, "unauthenticated"]);
  const answer = await stranger.call("restoreReminder", {
    params: { journalId: await firstJournalIdOf(stranger), reminderId: String(id) },
  });
  expect(answer.status).toBe(404);
  expect(await refusalOf(7)).toEqual([404, "not_found"]);
  await person.call("deleteJournal", { params: { journalId } });
  expect(await refusalOf(id)).toEqual([404, "not_found"]);
  await person.call("updateJournal", { params: { journalId }, body: { restore: true } });
  expect(await listReminders()).toEqual([]);
});
