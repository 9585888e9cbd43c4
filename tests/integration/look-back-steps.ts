import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Application } from "@daybook/application/application";
import { sendLookBacks } from "@daybook/application/looking-glass/send-look-backs";
import { remoteDaybook, type RemoteDaybook } from "@daybook/bin/remote/remote-daybook";
import { allMigrations } from "@daybook/bin/start/migrate-all";
import { createTestDatabase } from "@daybook/platform/testing/database";
import { afterAll, beforeAll, expect } from "vitest";
import { ok } from "../answers.ts";
import { startTestDaybook, type TestDaybook } from "./harness.ts";
import { readMails } from "./mailbox.ts";
import { firstJournalIdOf } from "./people.ts";
import { openSecondApplication } from "./second-application.ts";

/** An hour and a day, in milliseconds. */
export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;
/** The password of the accounts. */
export const password = "and so to bed 1660";

/** A person who gets look-backs. The links in their mails contain `slug`. */
export type LookBackDiarist = {
  person: RemoteDaybook;
  userId: number;
  email: string;
  journalId: string;
  slug: string;
};

type Setup = {
  daybook: TestDaybook;
  app: Application;
  otherApp: Application;
  /** The current time for the Daybook and both applications. It moves only forward, because all tests share them. */
  now: number;
};

/**
 * A Daybook with a clock that the tests move, and two more applications on its database. `setup` is filled before the first test.
 */
export function useLookBacks() {
  const setup = { now: Date.now() } as Setup;
  const clock = { now: () => setup.now };
  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), "daybook-look-backs-"));
    const database = await createTestDatabase(allMigrations);
    setup.daybook = await startTestDaybook({}, { database, folder, clock });
    setup.app = await openSecondApplication(setup.daybook.platform);
    setup.otherApp = await openSecondApplication(setup.daybook.platform);
  });
  afterAll(async () => {
    setup.app?.waiter.close();
    setup.otherApp?.waiter.close();
    await setup.daybook?.stop();
  });

  let diaristCount = 0;
  /** Signs up a new person. */
  async function newDiarist(timezone = "Europe/London"): Promise<LookBackDiarist> {
    const email = `diarist-${++diaristCount}@example.com`;
    const person = remoteDaybook(setup.daybook.url, clock);
    const { user } = await person.logInOrSignUp({ email, password });
    ok(await person.call("changeTimezone", { body: { timezone } }));
    return { person, userId: user.id, email, journalId: await firstJournalIdOf(person), slug: user.slug };
  }

  async function writeEntry(
    { person, journalId }: LookBackDiarist,
    title: string,
    day: string,
  ): Promise<number> {
    const body = { title, richtext_body: `<p>Text of ${title}</p>`, local_date: day, created: day };
    return ok(await person.call("createEntry", { params: { journalId }, body })).entry.id;
  }

  async function runJob(app: Application = setup.app): Promise<void> {
    await setup.daybook.waitUntilCaughtUp();
    await sendLookBacks(app, new AbortController().signal);
  }

  async function readNextDueAt({ userId }: LookBackDiarist): Promise<number> {
    const { rows } = await setup.daybook.platform.pools.durable.query<{ at: number }>(
      "SELECT (extract(epoch FROM due_at) * 1000)::float8 AS at FROM looking_glass.schedule WHERE user_id = $1",
      [userId],
    );
    if (!rows[0]) throw new Error("nothing is planned");
    return rows[0].at;
  }

  async function readOutcomes({ userId }: LookBackDiarist): Promise<string[]> {
    const { rows } = await setup.daybook.platform.pools.durable.query<{ outcome: string }>(
      "SELECT outcome FROM looking_glass.decisions WHERE user_id = $1 ORDER BY local_date",
      [userId],
    );
    return rows.map(({ outcome }) => outcome);
  }

  /** Runs the job when the next look-back of a person is due, or some time later. */
  async function runWhenDue(diarist: LookBackDiarist, laterMs = 0): Promise<void> {
    await runJob();
    setup.now = (await readNextDueAt(diarist)) + laterMs;
    await runJob();
  }

  const readLookBacks = async ({ email }: LookBackDiarist) =>
    (await readMails(setup.daybook.platform.config.dataFolder)).filter(
      ({ to, text }) => to.includes(email) && text.includes("Looking back:"),
    );

  /** Waits until the person has this many look-backs in the mail folder. */
  const expectLookBacks = (diarist: LookBackDiarist, count: number) =>
    expect.poll(async () => (await readLookBacks(diarist)).length).toBe(count);

  return {
    setup,
    newDiarist,
    writeEntry,
    runJob,
    runWhenDue,
    readNextDueAt,
    readOutcomes,
    readLookBacks,
    expectLookBacks,
  };
}
