import { sendDueReminders } from "@daybook/application/reminders/send-due-reminders";
import type { Application } from "@daybook/application/application";
import { allMigrations } from "@daybook/bin/start/migrate-all";
import { createIdSource } from "@daybook/domain/kernel/ids";
import { createPool } from "@daybook/platform/postgres/pool";
import type { StoredEvent } from "@daybook/platform/event-store/event-store";
import { enqueueMany } from "@daybook/platform/mail/enqueue-many";
import { createTestDatabase, type TestDatabase } from "@daybook/platform/testing/database";
import type pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  dayMs,
  expectedOccurrences,
  planAccount,
  scale,
  simulation,
  storedEvents,
  yearStart,
} from "./reminder-simulation.ts";

const { random, randomBelow, planRuns } = simulation;

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase(allMigrations);
  pool = createPool({ connectionString: database.url, max: 6, applicationName: "test" });
});
afterAll(async () => {
  await pool?.end();
  await database?.drop();
});

/** A scheduler process of the simulation. Some of its transactions fail at the last moment. */
function createProcess(log: readonly StoredEvent[], now: () => number, newId: () => number): Application {
  const countEventsUntil = (at: number): number => {
    let count = 0;
    while (count < log.length && Date.parse(log[count]!.recordedAt) <= at) count += 1;
    return count;
  };
  return {
    pool,
    clock: { now },
    logger: { warn: (details: object) => expect(details).toBe("no warning") },
    readLog: async ({ after, limit }: { after: string | null; limit: number }) =>
      log.slice(Number(after ?? 0), Math.min(Number(after ?? 0) + limit, countEventsUntil(now()))),
    async mailAll(mails: Parameters<Application["mailAll"]>[0], db: pg.ClientBase) {
      await enqueueMany(db, mails, { newId, now: now() });
      if (mails.length > 0 && randomBelow(20) === 0) throw new Error("the process was killed");
    },
  } as unknown as Application;
}

/** Runs the job in two processes concurrently, and starts a killed one again. */
async function runBoth(log: readonly StoredEvent[], at: number, newId: () => number): Promise<void> {
  const run = async (): Promise<void> => {
    for (;;) {
      try {
        await sendDueReminders(
          createProcess(log, () => at, newId),
          new AbortController().signal,
        );
        return;
      } catch (error) {
        if (!(error instanceof Error) || error.message !== "the process was killed") throw error;
      }
    }
  };
  await Promise.all([run(), run()]);
}

it(
  `the schedulers mail each occurrence once: ${scale.accounts} accounts in 40 zones, ${scale.days} days`,
  { timeout: 1_800_000 },
  async () => {
    const accounts = Array.from({ length: scale.accounts }, (_, index) => planAccount(index));
    const runs = planRuns();
    const log = storedEvents();
    const newId = createIdSource({ now: () => yearStart + dayMs }, random);
    for (const at of runs) await runBoth(log, at, newId);

    const expectedOccurrenceKeys = accounts.flatMap((account) => expectedOccurrences(account, runs)).sort();
    const { rows } = await pool.query<{ key: string }>(
      "SELECT reminder_id || ' ' || local_date || ' ' || outcome AS key FROM schedule.occurrences",
    );
    const handledOccurrenceKeys = rows.map(({ key }) => key).sort();
    expect(expectedOccurrenceKeys.length).toBeGreaterThan(scale.accounts);
    expect(handledOccurrenceKeys.filter((key) => key.endsWith("skipped")).length).toBeGreaterThan(0);
    // A list of the differences is shorter than two lists of thousands.
    const [handledKeySet, expectedKeySet] = [new Set(handledOccurrenceKeys), new Set(expectedOccurrenceKeys)];
    expect(expectedOccurrenceKeys.filter((key) => !handledKeySet.has(key))).toEqual([]);
    expect(handledOccurrenceKeys.filter((key) => !expectedKeySet.has(key))).toEqual([]);

    // Each mailed occurrence has one mail.
    const mails = await pool.query<{ params: { reminderId: number; localDate: string } }>(
      "SELECT params FROM outbox.mails",
    );
    const mailedOccurrences = mails.rows
      .map(({ params }) => `${params.reminderId} ${params.localDate} mailed`)
      .sort();
    expect(mailedOccurrences).toEqual(handledOccurrenceKeys.filter((key) => key.endsWith("mailed")));
  },
);
