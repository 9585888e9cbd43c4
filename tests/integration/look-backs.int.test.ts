import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Application } from "@daybook/application/application";
import { readLookBack } from "@daybook/application/looking-glass/read-look-back";
import { sendLookBacks } from "@daybook/application/looking-glass/send-look-backs";
import { sendDueReminders } from "@daybook/application/reminders/send-due-reminders";
import { remoteDaybook, type RemoteDaybook } from "@daybook/bin/remote/remote-daybook";
import { allMigrations } from "@daybook/bin/start/migrate-all";
import { createPool } from "@daybook/platform/postgres/pool";
import { createTestDatabase } from "@daybook/platform/testing/database";
import { rebuild } from "@daybook/projections/offline/rebuild";
import { offlineConnections, projections } from "@daybook/projections/registry";
import type { Pool } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ok } from "../answers.ts";
import { startTestDaybook, type TestDaybook } from "./harness.ts";
import { readMails, waitForMail } from "./mailbox.ts";
import { firstJournalOf } from "./people.ts";
import { openSecondProcess } from "./second-process.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const password = "and so to bed 1660";

let daybook: TestDaybook;
let app: Application;
let otherApp: Application;
let maintenancePool: Pool;
/** The clock of the whole product. It moves only forward, since all tests share the product. */
let now = Date.now();
const clock = { now: () => now };

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), "daybook-look-backs-"));
  daybook = await startTestDaybook({}, { database: await createTestDatabase(allMigrations), folder, clock });
  app = await openSecondProcess(daybook.platform);
  otherApp = await openSecondProcess(daybook.platform);
  maintenancePool = createPool({
    connectionString: daybook.databaseUrl,
    max: offlineConnections,
    applicationName: "rebuild",
  });
});
afterAll(async () => {
  app?.waiter.close();
  otherApp?.waiter.close();
  await maintenancePool?.end();
  await daybook?.stop();
});

type Diarist = { person: RemoteDaybook; userId: number; email: string; journalId: string; slug: string };
let diaristCount = 0;

/** A new person at the product's current time. */
async function newDiarist(timezone = "Europe/London"): Promise<Diarist> {
  const email = `diarist-${++diaristCount}@example.com`;
  const person = remoteDaybook(daybook.url, clock);
  const { user } = await person.enter({ email, password });
  ok(await person.call("changeTimezone", { body: { timezone } }));
  return { person, userId: user.id, email, journalId: await firstJournalOf(person), slug: user.slug };
}

async function write({ person, journalId }: Diarist, title: string, day: string): Promise<number> {
  const body = { title, richtext_body: `<p>Text of ${title}</p>`, local_date: day, created: day };
  return ok(await person.call("createEntry", { params: { journalId }, body })).entry.id;
}

const runJob = async (process: Application = app): Promise<void> => {
  await daybook.waitUntilCaughtUp();
  await sendLookBacks(process, new AbortController().signal);
};

async function readNextDueAt({ userId }: Diarist): Promise<number> {
  const { rows } = await daybook.platform.pools.durable.query<{ at: number }>(
    "SELECT (extract(epoch FROM due_at) * 1000)::float8 AS at FROM looking_glass.schedule WHERE user_id = $1",
    [userId],
  );
  if (!rows[0]) throw new Error("nothing is planned");
  return rows[0].at;
}

async function readOutcomes({ userId }: Diarist): Promise<string[]> {
  const { rows } = await daybook.platform.pools.durable.query<{ outcome: string }>(
    "SELECT outcome FROM looking_glass.decisions WHERE user_id = $1 ORDER BY local_date",
    [userId],
  );
  return rows.map(({ outcome }) => outcome);
}

/** Runs the job when the next look-back of a person is due, or some time later. */
async function runWhenDue(diarist: Diarist, laterMs = 0): Promise<void> {
  await runJob();
  now = (await readNextDueAt(diarist)) + laterMs;
  await runJob();
}

const readLookBacks = async ({ email }: Diarist) =>
  (await readMails(daybook.platform.config.dataFolder)).filter(
    ({ to, text }) => to.includes(email) && text.includes("Looking back:"),
  );

/** Waits until the person has this many look-backs in the mail folder. */
const expectLookBacks = (diarist: Diarist, count: number) =>
  expect.poll(async () => (await readLookBacks(diarist)).length).toBe(count);

const wallClockTime = (timezone: string): string =>
  new Intl.DateTimeFormat("en-GB", { timeZone: timezone, timeStyle: "short" }).format(now);

describe("the mail of a look-back", () => {
  it("comes at 9 in the person's time zone, with date, age and title, and never the text", async () => {
    const diarist = await newDiarist("Asia/Kathmandu");
    const entryId = await write(diarist, "By water to Deptford", "2019-05-05");
    await runWhenDue(diarist);
    expect(wallClockTime("Asia/Kathmandu")).toBe("09:00");
    const { text } = await waitForMail(daybook.platform.config.dataFolder, diarist.email, "Looking back:");
    expect(text).toMatch(
      /Looking back: \d+ years ago, on Sun\. 5\/5\/2019, you wrote “By water to Deptford”\./,
    );
    expect(text).not.toContain("Text of");
    expect(text).toContain(`/journals/${diarist.journalId}/${entryId}\r\n`);
    expect(text).toContain(`/app/exclude-lookingglass/${entryId}/${diarist.slug}\r\n`);
    expect(text).toContain(`/app/disable-lookingglass/${diarist.slug}\r\n`);
    expect(text).toContain("Looking Glass is on for your account");
    // The test server has no https.
    expect(text).not.toMatch(/^List-Unsubscribe/m);
  });

  it("comes once, however many processes run the job, and the next one a week later", async () => {
    const diarist = await newDiarist("America/New_York");
    for (const year of [2015, 2016, 2017]) await write(diarist, `Entry of ${year}`, `${year}-06-06`);
    await runWhenDue(diarist);
    await Promise.all([runJob(), runJob(otherApp), runJob(), runJob(otherApp)]);
    await expectLookBacks(diarist, 1);
    const firstDueAt = now;
    for (let day = 1; day < 7; day++) {
      now = firstDueAt + day * dayMs - hourMs;
      await runJob();
    }
    expect(await readOutcomes(diarist)).toEqual(["mailed"]);
    await runWhenDue(diarist);
    await expectLookBacks(diarist, 2);
    expect(wallClockTime("America/New_York")).toBe("09:00");
    const [firstMail, secondMail] = await readLookBacks(diarist);
    expect([firstMail?.text, secondMail?.text].map((text) => /“(.*)”/.exec(text ?? "")?.[1])).toEqual([
      "Entry of 2015",
      "Entry of 2016",
    ]);
    expect(secondMail?.text).not.toContain("Looking Glass is on for your account");
  });

  it("comes once, like a reminder, when the read models are rebuilt while both are due", async () => {
    const diarist = await newDiarist();
    await write(diarist, "In spite of a rebuild", "2018-03-03");
    const { person, journalId, userId } = diarist;
    const body = { frequency: "daily", general_time: "morning" } as const;
    ok(await person.call("addReminder", { params: { journalId }, body }));
    await runJob();
    const sendReminders = (process: Application) => sendDueReminders(process, new AbortController().signal);
    await sendReminders(app);
    // The reminder is due at 7, and may be two hours late.
    now = await readNextDueAt(diarist);
    const rebuildAll = () => rebuild({ store: daybook.platform.store, pool: maintenancePool }, projections);
    await Promise.all([
      rebuildAll(),
      runJob(),
      runJob(otherApp),
      sendReminders(app),
      sendReminders(otherApp),
    ]);
    await rebuildAll();
    await Promise.all([runJob(), sendReminders(otherApp)]);
    await expectLookBacks(diarist, 1);
    expect(await readOutcomes(diarist)).toEqual(["mailed"]);
    const { rows } = await daybook.platform.pools.durable.query<{ template: string; mails: number }>(
      `SELECT template, count(*)::integer AS mails FROM outbox.mails
       WHERE user_id = $1 AND template IN ('reminder', 'look_back') GROUP BY template ORDER BY template`,
      [userId],
    );
    expect(rows).toEqual([
      { template: "look_back", mails: 1 },
      { template: "reminder", mails: 1 },
    ]);
    expect(await readNextDueAt(diarist)).toBeGreaterThan(now);
  });

  it("is not repeated when the same date is planned again", async () => {
    const diarist = await newDiarist();
    await write(diarist, "Only once", "2018-03-03");
    await runWhenDue(diarist);
    const { userId } = diarist;
    const localDate = new Date(now).toISOString().slice(0, 10);
    await app.lookBacks.plan([{ userId, timezone: "Europe/London", localDate, at: now }]);
    await runJob();
    await app.lookBacks.unplan([userId]);
    await runJob();
    expect(await readNextDueAt(diarist)).toBeGreaterThan(now + 6 * dayMs);
    expect(await readOutcomes(diarist)).toEqual(["mailed"]);
    await expectLookBacks(diarist, 1);
  });

  it("is sent up to six hours late, is skipped later, and there is never more than one", async () => {
    const lateDiarist = await newDiarist();
    await write(lateDiarist, "Late", "2018-03-03");
    await runWhenDue(lateDiarist, 6 * hourMs);
    await expectLookBacks(lateDiarist, 1);
    // Created only now, because the look-back of this person may be due before that of the other one.
    const tooLateDiarist = await newDiarist();
    await write(tooLateDiarist, "Too late", "2018-03-03");
    await runWhenDue(tooLateDiarist, 6 * hourMs + 1);
    expect(await readOutcomes(tooLateDiarist)).toEqual(["too_late"]);
    now += 30 * dayMs;
    await runJob();
    expect(await readNextDueAt(tooLateDiarist)).toBeGreaterThan(now);
    expect((await readOutcomes(tooLateDiarist)).filter((outcome) => outcome === "mailed")).toEqual([]);
    expect(await readLookBacks(tooLateDiarist)).toEqual([]);
  });

  it("does not come without an entry that is 30 days old", async () => {
    const diarist = await newDiarist();
    await write(diarist, "Today", new Date(now).toISOString().slice(0, 10));
    await runWhenDue(diarist);
    expect(await readOutcomes(diarist)).toEqual(["nothing_to_show"]);
    expect(await readLookBacks(diarist)).toEqual([]);
  });

  it("follows the person to another time zone", async () => {
    const diarist = await newDiarist("Europe/London");
    await write(diarist, "Travels", "2018-03-03");
    await runJob();
    ok(await diarist.person.call("changeTimezone", { body: { timezone: "Pacific/Auckland" } }));
    await runWhenDue(diarist);
    expect(wallClockTime("Pacific/Auckland")).toBe("09:00");
    await expectLookBacks(diarist, 1);
  });
});

describe("a look-back is never", () => {
  const lock = {
    lock: true,
    lock_type: 2 as const,
    plain_password: "by water to Deptford",
    retype_password: "by water to Deptford",
    password_hint: "a river",
  };

  const changes: Record<string, (diarist: Diarist, entryId: number) => Promise<{ status: number }>> = {
    "of a trashed entry": ({ person, journalId }, entryId) =>
      person.call("deleteEntries", { params: { journalId }, body: { entry_ids: [entryId] } }),
    "of a locked entry": ({ person, journalId }, entryId) =>
      person.call("updateEntry", { params: { journalId, entryId: String(entryId) }, body: lock }),
    "of an entry of a locked journal, although the journal is open": async ({ person, journalId }) => {
      await person.call("updateJournal", { params: { journalId }, body: lock });
      const body = { unlock: true, plain_password: lock.plain_password };
      return person.call("updateJournal", { params: { journalId }, body });
    },
    "of a trashed journal": ({ person, journalId }) =>
      person.call("deleteJournal", { params: { journalId } }),
    "of a journal that has it off": ({ person, journalId }) =>
      person.call("toggleLookingGlass", { params: { journalId }, body: {} }),
    "of an excluded entry": ({ person }, entryId) =>
      person.call("excludeFromLookingGlass", { params: { entryId: String(entryId) }, body: {} }),
  };

  it.each(Object.entries(changes))(
    "%s, also when it changes before the mail is sent",
    async (_of, change) => {
      const diarist = await newDiarist();
      const entryId = await write(diarist, "Hidden", "2018-03-03");
      const lookBack = { userId: diarist.userId, entryId, localDate: "2026-11-22", dueAt: now };
      expect(await readLookBack(app, lookBack)).toMatchObject({ title: "Hidden" });
      expect((await change(diarist, entryId)).status).toBeLessThan(300);
      expect(await readLookBack(app, lookBack)).toBe("gone");
      await runWhenDue(diarist);
      expect(await readOutcomes(diarist)).toEqual(["nothing_to_show"]);
      expect(await readLookBacks(diarist)).toEqual([]);
    },
  );

  it("sent to an account that turned it off, and none is planned", async () => {
    const diarist = await newDiarist();
    const entryId = await write(diarist, "Hidden", "2018-03-03");
    await runJob();
    const dueAt = await readNextDueAt(diarist);
    ok(await diarist.person.call("setLookingGlass", { body: { looking_glass: false } }));
    const lookBack = { userId: diarist.userId, entryId, localDate: "2026-11-22", dueAt: now };
    expect(await readLookBack(app, lookBack)).toBe("gone");
    now = dueAt;
    await runJob();
    await expect(readNextDueAt(diarist)).rejects.toThrow("nothing is planned");
    expect(await readOutcomes(diarist)).toEqual([]);
    ok(
      await diarist.person.call("toggleLookingGlass", { params: { journalId: diarist.journalId }, body: {} }),
    );
    await runWhenDue(diarist);
    await expectLookBacks(diarist, 1);
  });

  it("sent when its mail was delayed for more than six hours, or to a deleted account", async () => {
    const diarist = await newDiarist();
    const entryId = await write(diarist, "Hidden", "2018-03-03");
    const lookBack = { userId: diarist.userId, entryId, localDate: "2026-11-22" };
    expect(await readLookBack(app, { ...lookBack, dueAt: now - 6 * hourMs - 1 })).toBe("gone");
    await runJob();
    expect((await diarist.person.call("deleteAccount", { body: { password } })).status).toBe(204);
    expect(await readLookBack(app, { ...lookBack, dueAt: now })).toBe("gone");
    await expect(readNextDueAt(diarist)).rejects.toThrow("nothing is planned");
  });
});

describe("the one-click POST of mail programs", () => {
  const post = (path: string, method = "POST") =>
    fetch(daybook.url + path, {
      method,
      redirect: "manual",
      ...(method === "POST" && { body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }) }),
    });

  it("turns Looking Glass off for the account without a session, however often; opening the page does not", async () => {
    const { person, slug } = await newDiarist();
    const isOn = async () => ok(await person.call("getSettings")).settings.looking_glass;
    for (const method of ["GET", "HEAD"]) await post(`/app/disable-lookingglass/${slug}`, method);
    expect(await isOn()).toBe(true);
    for (let attempt = 0; attempt < 2; attempt++) {
      const answer = await post(`/app/disable-lookingglass/${slug}`);
      expect([answer.status, answer.headers.get("location")]).toEqual([200, null]);
    }
    expect(await isOn()).toBe(false);
  });

  it("refuses wrong slugs and other pages, and changes nothing", async () => {
    const { person, userId, slug } = await newDiarist();
    const settingsBefore = ok(await person.call("getSettings")).settings;
    for (const path of [String(userId), `${slug}x`, "%E0%A4%A", slug.slice(1)]) {
      expect((await post(`/app/disable-lookingglass/${path}`)).status).toBeGreaterThanOrEqual(400);
    }
    expect((await post("/app/disable-lookingglass/x")).status).toBe(404);
    expect((await post("/journals")).status).toBe(404);
    expect(ok(await person.call("getSettings")).settings).toEqual(settingsBefore);
  });
});
