import type { RemoteDaybook } from "@daybook/bin/remote/remote-daybook";
import { sendDueReminders } from "@daybook/application/reminders/send-due-reminders";
import { systemClock } from "@daybook/platform/clock";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { ok } from "../answers.ts";
import { startTestDaybook, type TestDaybook } from "./harness.ts";
import { readMails, waitForMail } from "./mailbox.ts";
import { firstJournalIdOf } from "./people.ts";
import { openSecondApplication } from "./second-application.ts";

const hourMs = 3_600_000;

let daybook: TestDaybook;
let person: RemoteDaybook;
let journalId: string;

beforeAll(async () => {
  daybook = await startTestDaybook();
});
afterAll(() => daybook?.stop());
beforeEach(async () => {
  person = await daybook.newPerson();
  journalId = await firstJournalIdOf(person);
});

/** Adds a daily reminder, and returns it with the time at which it is due. */
async function addReminder() {
  const body = { frequency: "daily", general_time: "morning" } as const;
  const { reminder } = ok(await person.call("addReminder", { params: { journalId }, body }));
  return { ...reminder, dueAt: Date.parse(reminder.next_run_at) };
}

/** Runs the job in a second application, whose clock shows another time. */
async function runAt(now: number): Promise<void> {
  const app = await openSecondApplication(daybook.platform, () => now);
  await sendDueReminders(app, new AbortController().signal);
  app.waiter.close();
}

const readOutcomes = async (reminderId: number): Promise<string[]> => {
  const query = "SELECT outcome FROM schedule.occurrences WHERE reminder_id = $1 ORDER BY local_date";
  const { rows } = await daybook.platform.pools.durable.query<{ outcome: string }>(query, [reminderId]);
  return rows.map(({ outcome }) => outcome);
};
const countMails = async (reminderId: number): Promise<number> => {
  const query = "SELECT count(*) AS count FROM outbox.mails WHERE dedupe_key LIKE '% ' || $1 || ' %'";
  const { rows } = await daybook.platform.pools.durable.query<{ count: number }>(query, [reminderId]);
  return rows[0]?.count ?? 0;
};

/** Lets the product send the mails that an application with a later clock has put into the outbox. */
async function sendNow(): Promise<void> {
  const pool = daybook.platform.pools.durable;
  await pool.query("UPDATE outbox.mails SET due_at = now() WHERE state = 'waiting'");
  await pool.query("SELECT pg_notify('outbox_mails', '')");
}

/** A form whose part has the optional `Content-Type` header. */
const oneClickPart =
  '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\nContent-Type: text/plain\r\n\r\nOne-Click\r\n--x--\r\n';

const postOneClick = (path: string, body = "List-Unsubscribe=One-Click"): Promise<Response> =>
  fetch(daybook.url + path, {
    method: "POST",
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    body,
  });

it("the job sends one mail for an occurrence, however often it runs, even in several processes", async () => {
  const { id, dueAt } = await addReminder();
  await runAt(dueAt - 1);
  expect(await readOutcomes(id)).toEqual([]);
  await Promise.all([runAt(dueAt), runAt(dueAt + 1), runAt(dueAt + 2)]);
  await runAt(dueAt + hourMs);
  expect(await readOutcomes(id)).toEqual(["mailed"]);
  expect(await countMails(id)).toBe(1);
});

it("the mail has the journal's name, a prompt and links, but no text of an entry", async () => {
  const { id, dueAt } = await addReminder();
  await person.call("createEntry", { params: { journalId }, body: { title: "Secret title" } });
  await runAt(dueAt);
  await sendNow();
  const user = person.session?.user;
  const { publicUrl } = daybook.platform.config;
  const stopPath = `/app/disable-reminder/${id}/${user?.slug}`;
  const mail = await waitForMail(daybook.platform.dataFolder.path, user?.email ?? "", stopPath);
  const name = ok(await person.call("listJournals")).journals[0]?.journal.name ?? "";
  expect(mail.subject).toBe("Time to write in your journal");
  expect(mail.text).toContain(name);
  expect(mail.text).toContain("A question for today: ");
  expect(mail.text).toContain(`${publicUrl}/journals/${journalId}/new`);
  expect(mail.text).toContain(`${publicUrl}/app/manage-reminders/${journalId}`);
  // One click needs https (RFC 8058), which this server does not have.
  expect(mail.text).not.toContain("List-Unsubscribe");
  expect(mail.text).not.toContain("Secret");
});

it("a POST to the unsubscribe page of a mail stops the reminder; a GET changes nothing", async () => {
  const { id } = await addReminder();
  const slug = person.session?.user.slug ?? "";
  const path = `/app/disable-reminder/${id}/${slug}`;
  const countReminders = async () =>
    ok(await person.call("listReminders", { params: { journalId } })).reminders.length;

  await fetch(daybook.url + path);
  await fetch(daybook.url + path, { method: "HEAD" });
  expect((await postOneClick(path, "")).status).toBe(400);
  expect((await postOneClick(path.replace(slug, "guessed"))).status).toBe(404);
  expect((await postOneClick(path.replace(String(id), "x"))).status).toBe(400);
  const stranger = await daybook.newPerson();
  expect((await postOneClick(path.replace(slug, stranger.session?.user.slug ?? ""))).status).toBe(404);
  expect(await countReminders()).toBe(1);

  const form = new FormData();
  form.set("List-Unsubscribe", "One-Click");
  expect((await fetch(daybook.url + path, { method: "POST", body: form })).status).toBe(200);
  expect((await postOneClick(path)).status).toBe(200);
  expect((await postOneClick(path, oneClickPart)).status).toBe(200);
  expect(await countReminders()).toBe(0);
});

it("the job sends an occurrence that is up to six hours late, and skips older ones", async () => {
  const [lateReminder, olderReminder] = [await addReminder(), await addReminder()];
  await runAt(lateReminder.dueAt - 1);
  const pool = daybook.platform.pools.durable;
  const postpone =
    "UPDATE schedule.reminders SET next_fire_at = next_fire_at + interval '10 years' WHERE reminder_id = $1";
  const undoPostponement =
    "UPDATE schedule.reminders SET next_fire_at = next_fire_at - interval '10 years' WHERE reminder_id = $1";
  await pool.query(postpone, [olderReminder.id]);
  await runAt(lateReminder.dueAt + 6 * hourMs);
  expect(await readOutcomes(lateReminder.id)).toEqual(["mailed"]);
  await pool.query(undoPostponement, [olderReminder.id]);
  await runAt(lateReminder.dueAt + 72 * hourMs + 6 * hourMs + 1);
  expect(await readOutcomes(olderReminder.id)).toEqual(["skipped", "skipped", "skipped", "skipped"]);
  expect(await countMails(olderReminder.id)).toBe(0);
  await runAt(lateReminder.dueAt + 96 * hourMs);
  expect(await readOutcomes(olderReminder.id)).toEqual([
    "skipped",
    "skipped",
    "skipped",
    "skipped",
    "mailed",
  ]);
});

it("an occurrence is recorded as skipped when its mail waited too long for the mail server", async () => {
  const { id, dueAt } = await addReminder();
  await runAt(dueAt);
  expect(await readOutcomes(id)).toEqual(["mailed"]);
  await daybook.platform.pools.durable.query(
    `UPDATE outbox.mails SET params = jsonb_set(params::jsonb, '{dueAt}', to_jsonb($1::float8))
     WHERE dedupe_key LIKE '% ' || $2 || ' %'`,
    [systemClock.now() - 6 * hourMs - 1, id],
  );
  await sendNow();
  await expect.poll(() => readOutcomes(id), { timeout: 60_000 }).toEqual(["skipped"]);
});

it("a reminder follows a change of the time zone, with one mail for each date", async () => {
  const { id, dueAt } = await addReminder();
  await runAt(dueAt - 1);
  await person.call("changeTimezone", { body: { timezone: "Asia/Kathmandu" } });
  const { next_run_at } = ok(await person.call("listReminders", { params: { journalId } })).reminders[0]!
    .reminder;
  const dueInKathmandu = Date.parse(next_run_at);
  expect(new Date(dueInKathmandu).toISOString()).toMatch(/T01:15/);
  await runAt(dueInKathmandu - 1);
  expect(await readOutcomes(id)).toEqual([]);
  await runAt(dueInKathmandu);
  expect(await readOutcomes(id)).toEqual(["mailed"]);
  // In Honolulu the same date begins later, and its mail was already sent.
  await person.call("changeTimezone", { body: { timezone: "Pacific/Honolulu" } });
  const { reminders } = ok(await person.call("listReminders", { params: { journalId } }));
  const dueInHonolulu = reminders[0]?.reminder.next_run_at ?? "";
  expect(Date.parse(dueInHonolulu)).toBeGreaterThan(dueInKathmandu + 24 * hourMs);
  await runAt(Date.parse(dueInHonolulu) - 1);
  expect(await readOutcomes(id)).toEqual(["mailed"]);
  await runAt(Date.parse(dueInHonolulu));
  expect(await readOutcomes(id)).toEqual(["mailed", "mailed"]);
});

it("a date gets one mail although its reminder is stopped and restored", async () => {
  const { id, dueAt } = await addReminder();
  const params = { journalId, reminderId: String(id) };
  const stopAndRestore = async (runBetween: () => Promise<void>) => {
    expect((await person.call("removeReminder", { params })).status).toBe(204);
    await runBetween();
    ok(await person.call("restoreReminder", { params }));
  };
  await runAt(dueAt - 1);
  await stopAndRestore(async () => {});
  await runAt(dueAt);
  expect(await readOutcomes(id)).toEqual(["mailed"]);
  // For the API the occurrence is still in the future, so a restored reminder is planned for the same date again.
  await stopAndRestore(async () => {});
  await runAt(dueAt + 1);
  await stopAndRestore(() => runAt(dueAt + 2));
  await runAt(dueAt + 3);
  expect([await readOutcomes(id), await countMails(id)]).toEqual([["mailed"], 1]);
  const [listedReminder] = ok(await person.call("listReminders", { params: { journalId } })).reminders;
  expect(Date.parse(listedReminder?.reminder.next_run_at ?? "")).toBe(dueAt + 24 * hourMs);
  await runAt(dueAt + 24 * hourMs);
  expect([await readOutcomes(id), await countMails(id)]).toEqual([["mailed", "mailed"], 2]);
});

it("nothing is sent for a journal in the trash or a deleted account", async () => {
  const { id, dueAt } = await addReminder();
  await runAt(dueAt - 1);
  await person.call("deleteJournal", { params: { journalId } });
  await runAt(dueAt);
  expect(await readOutcomes(id)).toEqual([]);
  await person.call("updateJournal", { params: { journalId }, body: { restore: true } });
  await runAt(dueAt + 1);
  expect(await countMails(id)).toBe(1);
  await person.call("deleteAccount", { body: { password: "and so to bed 1660" } });
  await runAt(dueAt + 24 * hourMs);
  const { rows } = await daybook.platform.pools.durable.query(
    "SELECT FROM schedule.reminders WHERE reminder_id = $1",
    [id],
  );
  expect([rows.length, await readOutcomes(id)]).toEqual([0, []]);
});

it("the files of sent mails are deleted with an erased journal, because they show its name", async () => {
  const { id, dueAt } = await addReminder();
  await runAt(dueAt);
  await sendNow();
  const folder = daybook.platform.dataFolder.path;
  const stopPath = `/disable-reminder/${id}/`;
  await waitForMail(folder, person.session?.user.email ?? "", stopPath);
  ok(await person.call("deleteJournal", { params: { journalId }, query: { permanent: "true" } }));
  await expect
    .poll(async () => (await readMails(folder)).filter(({ text }) => text.includes(stopPath)), {
      timeout: 60_000,
    })
    .toEqual([]);
});

it("a mail is dropped if its reminder is stopped before it is sent", async () => {
  const { id, dueAt } = await addReminder();
  await runAt(systemClock.now());
  await person.call("removeReminder", { params: { journalId, reminderId: String(id) } });
  const app = await openSecondApplication(daybook.platform, () => dueAt);
  const mail = {
    id: app.newId(),
    userId: person.session!.user.id,
    template: "reminder" as const,
    params: { journalId: Number(journalId), reminderId: id, localDate: "2026-11-22" },
  };
  await app.mail(mail, { commandId: "test" });
  await sendNow();
  app.waiter.close();
  await expect
    .poll(
      async () => {
        const query = "SELECT state FROM outbox.mails WHERE id = $1";
        return (await daybook.platform.pools.durable.query(query, [mail.id])).rows[0]?.state;
      },
      { timeout: 60_000 },
    )
    .toBe("dropped");
  const sentMails = await readMails(daybook.platform.dataFolder.path);
  expect(sentMails.filter(({ text }) => text.includes(`/disable-reminder/${id}/`))).toEqual([]);
});
