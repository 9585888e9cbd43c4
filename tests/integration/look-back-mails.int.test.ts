import { sendLookBacks } from "@daybook/application/looking-glass/send-look-backs";
import type { RemoteDaybook } from "@daybook/bin/remote/remote-daybook";
import type { DateFormat } from "@daybook/domain/contract/settings-values";
import { systemClock } from "@daybook/platform/clock";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ok } from "../answers.ts";
import { startTestDaybook, type TestDaybook } from "./harness.ts";
import { waitForMail } from "./mailbox.ts";
import { firstJournalIdOf } from "./people.ts";
import { openSecondApplication } from "./second-application.ts";

const dayMs = 24 * 3_600_000;

let daybook: TestDaybook;
let person: RemoteDaybook;
let userId: number;
let journalId: string;

beforeAll(async () => {
  daybook = await startTestDaybook();
});
afterAll(() => daybook?.stop());
beforeEach(async () => {
  person = await daybook.newPerson();
  userId = person.session?.user.id ?? 0;
  journalId = await firstJournalIdOf(person);
});

async function write(title: string, day: string): Promise<number> {
  const body = { title, richtext_body: `<p>Text of ${title}</p>`, local_date: day };
  return ok(await person.call("createEntry", { params: { journalId }, body })).entry.id;
}

/** When the last mail of this person was due, for the rule of one mail within seven days. */
async function readLastMailTime(): Promise<number | undefined> {
  const app = await openSecondApplication(daybook.platform);
  app.waiter.close();
  return (await app.lookBacks.findLastMailTimes([userId])).get(userId);
}

/** Runs the job in a second application, whose clock shows another time. Its mails wait for {@link sendNow}. */
async function runAt(now: number): Promise<void> {
  await daybook.waitUntilCaughtUp();
  const app = await openSecondApplication(daybook.platform, () => now);
  await sendLookBacks(app, new AbortController().signal);
  app.waiter.close();
}

/** The rows of this person in a table of Looking Glass. */
async function rowsOf<Row extends object>(columns: string, table: string, order: string): Promise<Row[]> {
  const text = `SELECT ${columns} FROM looking_glass.${table} WHERE user_id = $1 ORDER BY ${order}`;
  return (await daybook.platform.pools.durable.query<Row>(text, [userId])).rows;
}

async function readNextDueAt(): Promise<number> {
  const [plan] = await rowsOf<{ due_at: Date }>("due_at", "schedule", "due_at");
  if (!plan) throw new Error("nothing is planned");
  return plan.due_at.getTime();
}

const readOutcomes = async (): Promise<string[]> =>
  (await rowsOf<{ outcome: string }>("outcome", "decisions", "local_date")).map(({ outcome }) => outcome);

/** The entries that count as shown, longest ago first. */
const readShownEntryIds = async (): Promise<number[]> =>
  (await rowsOf<{ id: number }>("entry_id AS id", "shown", "shown_on")).map(({ id }) => id);

/** Lets the product send the mails that an application with a later clock has put into the outbox. */
async function sendNow(): Promise<void> {
  const pool = daybook.platform.pools.durable;
  await pool.query("UPDATE outbox.mails SET due_at = now() WHERE state = 'waiting'");
  await pool.query("SELECT pg_notify('outbox_mails', '')");
}

/** Puts the next look-back into the outbox, and returns when it was due. */
async function mailNext(): Promise<number> {
  await runAt(systemClock.now());
  const dueAt = await readNextDueAt();
  await runAt(dueAt);
  return dueAt;
}

const expectOutcomes = (expected: readonly string[]) =>
  expect.poll(readOutcomes, { timeout: 60_000 }).toEqual(expected);

const waitForLookBack = (title: string) =>
  waitForMail(daybook.platform.dataFolder.path, person.session?.user.email ?? "", `you wrote “${title}”`);

describe("look-backs whose entry changes before the mail is sent", () => {
  const changes: Record<string, (entryId: number) => Promise<{ status: number }>> = {
    "goes to the trash": (entryId) =>
      person.call("deleteEntries", { params: { journalId }, body: { entry_ids: [entryId] } }),
    "is excluded": (entryId) =>
      person.call("excludeFromLookingGlass", { params: { entryId: String(entryId) }, body: {} }),
    "is locked": (entryId) => {
      const password = "by water to Deptford";
      const lock = { lock: true, lock_type: 2, plain_password: password, retype_password: password } as const;
      const params = { journalId, entryId: String(entryId) };
      return person.call("updateEntry", { params, body: { ...lock, password_hint: "a river" } });
    },
    "belongs to an account that turned Looking Glass off": () =>
      person.call("setLookingGlass", { body: { looking_glass: false } }),
  };

  it.each(Object.entries(changes))(
    "a look-back is recorded as dropped, and its entry not as shown, when the entry %s before the mail is sent",
    async (_change, apply) => {
      const entryId = await write("Of 2015", "2015-06-06");
      await mailNext();
      expect([await readOutcomes(), await readShownEntryIds()]).toEqual([["mailed"], [entryId]]);
      expect((await apply(entryId)).status).toBeLessThan(300);
      await sendNow();
      await expectOutcomes(["dropped"]);
      expect(await readShownEntryIds()).toEqual([]);
    },
  );

  it("a week after a dropped look-back, a mail shows the same entry and explains Looking Glass like a first mail", async () => {
    const entryId = await write("The oldest", "2015-06-06");
    await write("A newer one", "2016-06-06");
    const droppedAt = await mailNext();
    const entry = { params: { journalId }, body: { entry_ids: [entryId] } };
    ok(await person.call("deleteEntries", entry));
    await sendNow();
    await expectOutcomes(["dropped"]);
    ok(await person.call("restoreEntries", entry));
    expect(await readLastMailTime()).toBeUndefined();
    expect(await readNextDueAt()).toBe(droppedAt + 7 * dayMs);
    await runAt(droppedAt + 7 * dayMs - 1);
    expect(await readOutcomes()).toEqual(["dropped"]);
    await mailNext();
    await sendNow();
    const { text } = await waitForLookBack("The oldest");
    expect(text).toContain("Looking Glass is on for your account");
    expect(await readOutcomes()).toEqual(["dropped", "mailed"]);
  });

  it("a dropped look-back does not change the day on which an earlier mail showed the entry", async () => {
    const oldest = await write("The oldest", "2015-06-06");
    const newer = await write("A newer one", "2016-06-06");
    for (const title of ["The oldest", "A newer one"]) {
      await mailNext();
      await sendNow();
      await waitForLookBack(title);
    }
    await mailNext();
    expect(await readShownEntryIds()).toEqual([newer, oldest]);
    ok(await person.call("deleteEntries", { params: { journalId }, body: { entry_ids: [oldest] } }));
    await sendNow();
    await expectOutcomes(["mailed", "mailed", "dropped"]);
    expect(await readShownEntryIds()).toEqual([oldest, newer]);
  });
});

it.each<[DateFormat, string]>([
  ["ddd. D/M/YYYY", "Wed. 5/6/2019"],
  ["D MMMM YYYY", "5 June 2019"],
])("the mail of a person with the date format %s writes the date as the pages do", async (format, date) => {
  ok(await person.call("changeTimezone", { body: { timezone: "Europe/Berlin" } }));
  ok(await person.call("changeDateFormat", { body: { format } }));
  await write("Mit dem Schiff", "2019-06-05");
  await mailNext();
  await sendNow();
  const { text } = await waitForLookBack("Mit dem Schiff");
  expect(text).toContain(` years ago, on ${date}, you wrote`);
});
