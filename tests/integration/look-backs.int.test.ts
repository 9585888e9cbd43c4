import type { Application } from "@daybook/application/application";
import { sendDueReminders } from "@daybook/application/reminders/send-due-reminders";
import { createPool } from "@daybook/platform/postgres/pool";
import { rebuild } from "@daybook/projections/offline/rebuild";
import { offlineConnections, projections } from "@daybook/projections/registry";
import type { Pool } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ok } from "../answers.ts";
import { dayMs, hourMs, useLookBacks } from "./look-back-steps.ts";
import { waitForMail } from "./mailbox.ts";

const {
  setup,
  newDiarist,
  writeEntry,
  runJob,
  runWhenDue,
  readNextDueAt,
  readOutcomes,
  readLookBacks,
  expectLookBacks,
} = useLookBacks();

let maintenancePool: Pool;
beforeAll(() => {
  maintenancePool = createPool({
    connectionString: setup.daybook.databaseUrl,
    max: offlineConnections,
    applicationName: "rebuild",
  });
});
afterAll(() => maintenancePool?.end());

const wallClockTime = (timezone: string): string =>
  new Intl.DateTimeFormat("en-GB", { timeZone: timezone, timeStyle: "short" }).format(setup.now);

describe("mails of look-backs", () => {
  it("a look-back comes at 9 in the person's time zone, with date, age and title, and never the text", async () => {
    const diarist = await newDiarist("Asia/Kathmandu");
    const entryId = await writeEntry(diarist, "By water to Deptford", "2019-05-05");
    await runWhenDue(diarist);
    expect(wallClockTime("Asia/Kathmandu")).toBe("09:00");
    const { text } = await waitForMail(
      setup.daybook.platform.config.dataFolder,
      diarist.email,
      "Looking back:",
    );
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

  it("a look-back comes once, however many processes run the job, and the next one a week later", async () => {
    const diarist = await newDiarist("America/New_York");
    for (const year of [2015, 2016, 2017]) await writeEntry(diarist, `Entry of ${year}`, `${year}-06-06`);
    await runWhenDue(diarist);
    await Promise.all([runJob(), runJob(setup.otherApp), runJob(), runJob(setup.otherApp)]);
    await expectLookBacks(diarist, 1);
    const firstDueAt = setup.now;
    for (let day = 1; day < 7; day++) {
      setup.now = firstDueAt + day * dayMs - hourMs;
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

  it("a look-back and a reminder come once each when the read models are rebuilt while both are due", async () => {
    const diarist = await newDiarist();
    await writeEntry(diarist, "In spite of a rebuild", "2018-03-03");
    const { person, journalId, userId } = diarist;
    const body = { frequency: "daily", general_time: "morning" } as const;
    ok(await person.call("addReminder", { params: { journalId }, body }));
    await runJob();
    const sendReminders = (process: Application) => sendDueReminders(process, new AbortController().signal);
    await sendReminders(setup.app);
    // The look-back is due at 9. The reminder was due at 7, and is still sent.
    setup.now = await readNextDueAt(diarist);
    const rebuildAll = () =>
      rebuild({ store: setup.daybook.platform.store, pool: maintenancePool }, projections);
    await Promise.all([
      rebuildAll(),
      runJob(),
      runJob(setup.otherApp),
      sendReminders(setup.app),
      sendReminders(setup.otherApp),
    ]);
    await rebuildAll();
    await Promise.all([runJob(), sendReminders(setup.otherApp)]);
    await expectLookBacks(diarist, 1);
    expect(await readOutcomes(diarist)).toEqual(["mailed"]);
    const { rows } = await setup.daybook.platform.pools.durable.query<{ template: string; mails: number }>(
      `SELECT template, count(*)::integer AS mails FROM outbox.mails
       WHERE user_id = $1 AND template IN ('reminder', 'look_back') GROUP BY template ORDER BY template`,
      [userId],
    );
    expect(rows).toEqual([
      { template: "look_back", mails: 1 },
      { template: "reminder", mails: 1 },
    ]);
    expect(await readNextDueAt(diarist)).toBeGreaterThan(setup.now);
  });

  it("a look-back is not repeated when the same date is planned again", async () => {
    const diarist = await newDiarist();
    await writeEntry(diarist, "Only once", "2018-03-03");
    await runWhenDue(diarist);
    const { userId } = diarist;
    const localDate = new Date(setup.now).toISOString().slice(0, 10);
    await setup.app.lookBacks.plan([{ userId, timezone: "Europe/London", localDate, at: setup.now }]);
    await runJob();
    await setup.app.lookBacks.unplan([userId]);
    await runJob();
    expect(await readNextDueAt(diarist)).toBeGreaterThan(setup.now + 6 * dayMs);
    expect(await readOutcomes(diarist)).toEqual(["mailed"]);
    await expectLookBacks(diarist, 1);
  });

  it("a look-back is sent up to six hours late, and is skipped and never sent after that", async () => {
    const lateDiarist = await newDiarist();
    await writeEntry(lateDiarist, "Late", "2018-03-03");
    await runWhenDue(lateDiarist, 6 * hourMs);
    await expectLookBacks(lateDiarist, 1);
    // This person is created only now, because their look-back could be due before that of the first person.
    const tooLateDiarist = await newDiarist();
    await writeEntry(tooLateDiarist, "Too late", "2018-03-03");
    await runWhenDue(tooLateDiarist, 6 * hourMs + 1);
    expect(await readOutcomes(tooLateDiarist)).toEqual(["too_late"]);
    setup.now += 30 * dayMs;
    await runJob();
    expect(await readNextDueAt(tooLateDiarist)).toBeGreaterThan(setup.now);
    expect((await readOutcomes(tooLateDiarist)).filter((outcome) => outcome === "mailed")).toEqual([]);
    expect(await readLookBacks(tooLateDiarist)).toEqual([]);
  });

  it("no look-back comes when the only entry is of today", async () => {
    const diarist = await newDiarist();
    await writeEntry(diarist, "Today", new Date(setup.now).toISOString().slice(0, 10));
    await runWhenDue(diarist);
    expect(await readOutcomes(diarist)).toEqual(["nothing_to_show"]);
    expect(await readLookBacks(diarist)).toEqual([]);
  });

  it("a look-back follows the person to another time zone", async () => {
    const diarist = await newDiarist("Europe/London");
    await writeEntry(diarist, "Travels", "2018-03-03");
    await runJob();
    ok(await diarist.person.call("changeTimezone", { body: { timezone: "Pacific/Auckland" } }));
    await runWhenDue(diarist);
    expect(wallClockTime("Pacific/Auckland")).toBe("09:00");
    await expectLookBacks(diarist, 1);
  });
});
