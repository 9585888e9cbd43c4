import { allMigrations } from "@daybook/bin/start/migrate-all";
import { createPool } from "@daybook/platform/postgres/pool";
import { createTestDatabase, type TestDatabase } from "@daybook/platform/testing/database";
import { isFullMatrix } from "@daybook/platform/testing/matrix";
import type pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createKillableProcesses } from "./kill-processes.ts";

const reminderCount = 3_000;
const plannedKills = isFullMatrix ? 100 : 2;
/** The longest wait before the kill: about the time that a process needs for all reminders. */
const longestPauseMs = 600;
const dayMs = 24 * 3_600_000;
const firstDue = Date.UTC(2026, 0, 1, 7);

let database: TestDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  database = await createTestDatabase(allMigrations);
  pool = createPool({ connectionString: database.url, max: 2, applicationName: "test" });
  await pool.query("INSERT INTO schedule.owners VALUES (1, 'UTC', NULL)");
  await pool.query(
    `INSERT INTO schedule.reminders (journal_id, reminder_id, user_id, rule, next_date, next_fire_at)
     SELECT 1, n, 1, $2, '2026-01-01', to_timestamp($3::float8 / 1000) FROM generate_series(1, $1::int) AS n`,
    [
      reminderCount,
      { frequency: "daily", time: "morning", hour: 7, minute: 0, startDate: "2026-01-01" },
      firstDue,
    ],
  );
});
afterAll(async () => {
  killableProcesses.killAll();
  await pool?.end();
  await database?.drop();
});

/** A scheduler process that handles what is due at a moment and says when it is ready and when it is done. */
const script = `
  import { sendDueReminders } from "@daybook/application/reminders/send-due-reminders";
  import { createIdSource } from "@daybook/domain/kernel/ids";
  import { enqueueMany } from "./mail/enqueue-many.ts";
  import { createPool } from "./postgres/pool.ts";
  const [url, moment] = process.argv.slice(2);
  const now = Number(moment);
  const pool = createPool({ connectionString: url, max: 2, applicationName: "reminder chaos" });
  const newId = createIdSource({ now: () => Date.now() }, Math.random);
  const mailAll = (mails, db) => enqueueMany(db, mails, { newId, now });
  const app = { pool, clock: { now: () => now }, logger: console, readLog: async () => [], mailAll };
  process.send("ready");
  await sendDueReminders(app, new AbortController().signal);
  process.send("done");
  await pool.end();
  process.disconnect();
`;

const killableProcesses = createKillableProcesses(script);

it(
  `two processes that are killed ${plannedKills} times handle each occurrence once`,
  { timeout: 60_000 + plannedKills * 20_000 },
  async () => {
    for (let killsSoFar = 0, day = 0; killsSoFar < plannedKills; killsSoFar += 2, day++) {
      const now = firstDue + day * dayMs;
      const args = [database.url, String(now)];
      await killableProcesses.killTwo(args, longestPauseMs);
      await killableProcesses.finish(args);
      const { rows } = await pool.query<{ records: string; mails: string; due: string }>(
        `SELECT (SELECT count(*) FROM schedule.occurrences WHERE outcome = 'mailed') AS records,
           (SELECT count(*) FROM outbox.mails) AS mails,
           (SELECT count(*) FROM schedule.reminders WHERE next_fire_at = to_timestamp($1::float8 / 1000)) AS due`,
        [now + dayMs],
      );
      const expectedCount = reminderCount * (day + 1);
      expect(rows.map(({ records, mails, due }) => [records, mails, due].map(Number))).toEqual([
        [expectedCount, expectedCount, reminderCount],
      ]);
    }
  },
);
