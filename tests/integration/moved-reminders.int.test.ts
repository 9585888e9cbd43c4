import { randomUUID } from "node:crypto";
import { remoteDaybook } from "@daybook/bin/remote/remote-daybook";
import { sendDueReminders } from "@daybook/application/reminders/send-due-reminders";
import { lockTypes } from "@daybook/domain/contract/lock-types";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { ok } from "../answers.ts";
import { type Diarist, newDiarist } from "./diarist.ts";
import { startTestDaybook, type TestDaybook } from "./harness.ts";
import { lockForm, password as lockPassword } from "./lockable-diary.ts";
import { readMails, waitForMail } from "./mailbox.ts";
import { openSecondApplication } from "./second-application.ts";

const hourMs = 3_600_000;

let daybook: TestDaybook;
let diarist: Diarist;

beforeAll(async () => {
  daybook = await startTestDaybook();
});
afterAll(() => daybook?.stop());
beforeEach(async () => {
  diarist = await newDiarist(daybook);
});

/** A time zone in which it is this hour now. */
function zoneWhereItIs(hour: number): string {
  const hoursEast = hour - new Date(daybook.platform.clock.now()).getUTCHours();
  const offset = hoursEast > 14 ? hoursEast - 24 : hoursEast < -12 ? hoursEast + 24 : hoursEast;
  return `Etc/GMT${offset > 0 ? "-" : "+"}${Math.abs(offset)}`;
}

/** Adds a reminder for ten minutes to midnight, and returns its id and when it is due. Without PRO, it comes at 7 pm. */
async function addLateReminder(journalId: number) {
  const body = { frequency: "daily", general_time: "specific", hour: 23, minute: 50 } as const;
  const { reminder } = ok(
    await diarist.person.call("addReminder", { ...diarist.inJournal(journalId), body }),
  );
  return { id: reminder.id, dueAt: Date.parse(reminder.next_run_at) };
}

/** Downgrades to the basic plan, which moves the reminders into one journal, and logs in again. */
async function downgrade(): Promise<void> {
  const { person } = diarist;
  const { email } = person.session!.user;
  const { id, token } = ok(await person.call("downgrade", { body: {}, key: randomUUID() })).operation;
  const operation = { params: { operationId: String(id) }, query: { token } };
  const visitor = remoteDaybook(daybook.url);
  await expect
    .poll(async () => ok(await visitor.call("getOperation", operation)).operation.status, { timeout: 60_000 })
    .toBe("done");
  await person.logInOrSignUp({ email, password: "and so to bed 1660" });
}

/** Runs the job in a second application, whose clock shows another time. */
async function runAt(now: number): Promise<void> {
  const app = await openSecondApplication(daybook.platform, () => now);
  await sendDueReminders(app, new AbortController().signal);
  app.waiter.close();
}

/** Lets the product send the mails that an application with a later clock has put into the outbox. */
async function sendNow(): Promise<void> {
  const pool = daybook.platform.pools.durable;
  await pool.query("UPDATE outbox.mails SET due_at = now() WHERE state = 'waiting'");
  await pool.query("SELECT pg_notify('outbox_mails', '')");
}

const readOutcomes = async (reminderId: number): Promise<string[]> => {
  const query = "SELECT outcome FROM schedule.occurrences WHERE reminder_id = $1 ORDER BY due_at";
  const { rows } = await daybook.platform.pools.durable.query<{ outcome: string }>(query, [reminderId]);
  return rows.map(({ outcome }) => outcome);
};

it("a reminder that was sent today is not sent again today when a downgrade moves it", async () => {
  await diarist.person.call("changeTimezone", { body: { timezone: zoneWhereItIs(3) } });
  const { id, dueAt } = await addLateReminder(diarist.secondJournalId);
  await runAt(dueAt);
  expect(await readOutcomes(id)).toEqual(["mailed"]);
  await downgrade();
  await runAt(dueAt + hourMs);
  expect(await readOutcomes(id)).toEqual(["mailed"]);
});

it("a reminder that was sent today is not sent again today after it was moved, stopped and restored", async () => {
  const { person, firstJournalId } = diarist;
  await person.call("changeTimezone", { body: { timezone: zoneWhereItIs(3) } });
  const { id, dueAt } = await addLateReminder(diarist.secondJournalId);
  await runAt(dueAt);
  await downgrade();
  const params = { journalId: String(firstJournalId), reminderId: String(id) };
  expect((await person.call("removeReminder", { params })).status).toBe(204);
  const { reminder } = ok(await person.call("restoreReminder", { params }));
  expect([reminder.id, reminder.general_time]).toEqual([id, "evening"]);
  await runAt(dueAt + hourMs);
  expect(await readOutcomes(id)).toEqual(["mailed"]);
});

it("a mail that waits while a downgrade moves its reminder is sent once, for the journal that has the reminder now", async () => {
  const { person, firstJournalId, secondJournalId } = diarist;
  await person.call("changeTimezone", { body: { timezone: zoneWhereItIs(3) } });
  const { id, dueAt } = await addLateReminder(secondJournalId);
  await runAt(dueAt);
  await downgrade();
  await runAt(dueAt + 1);
  await sendNow();
  const { slug, email } = person.session!.user;
  const stopPath = `/app/disable-reminder/${id}/${slug}`;
  const folder = daybook.platform.dataFolder.path;
  const { text } = await waitForMail(folder, email, stopPath);
  const mailsOfReminder = async () =>
    (await readMails(folder)).filter((mail) => mail.text.includes(stopPath));
  expect((await mailsOfReminder()).length).toBe(1);
  expect(await readOutcomes(id)).toEqual(["mailed"]);
  expect(text).toContain(`/journals/${firstJournalId}/new`);
  expect(text).toContain(`/app/manage-reminders/${firstJournalId}`);
  expect(text).not.toContain(String(secondJournalId));
  const { journals } = ok(await person.call("listJournals"));
  expect(text).toContain(journals[0]?.journal.name);

  // The mail shows the name of the journal, so the mail is deleted with the journal.
  const permanent = { ...diarist.inJournal(firstJournalId), query: { permanent: "true" } as const };
  ok(await person.call("deleteJournal", permanent));
  await expect.poll(mailsOfReminder, { timeout: 60_000 }).toEqual([]);
});

it("a reminder that a downgrade moves after 7 pm still comes today", async () => {
  await diarist.person.call("changeTimezone", { body: { timezone: zoneWhereItIs(20) } });
  const { id, dueAt } = await addLateReminder(diarist.secondJournalId);
  await downgrade();
  await runAt(dueAt);
  expect(await readOutcomes(id)).toEqual(["mailed"]);
});

it("a reminder that a downgrade moved to a younger journal can be stopped without a log-in", async () => {
  const { person, firstJournalId, secondJournalId, inJournal } = diarist;
  const { id } = await addLateReminder(firstJournalId);
  // The entries are moved into the oldest journal without a lock.
  ok(
    await person.call("updateJournal", { ...inJournal(firstJournalId), body: lockForm(lockTypes.password) }),
  );
  const body = { unlock: true, plain_password: lockPassword };
  ok(await person.call("updateJournal", { ...inJournal(firstJournalId), body }));
  await downgrade();
  const listReminderIds = async () =>
    ok(await person.call("listReminders", inJournal(secondJournalId))).reminders.map(
      ({ reminder }) => reminder.id,
    );
  expect(await listReminderIds()).toEqual([id]);
  const link = { params: { userSlug: person.session!.user.slug }, query: { rid: String(id) } };
  expect((await remoteDaybook(daybook.url).call("stopReminder", link)).status).toBe(204);
  expect(await listReminderIds()).toEqual([]);
});
