import { allMigrations } from "@daybook/bin/start/migrate-all";
import { createPool } from "@daybook/platform/postgres/pool";
import { createTestDatabase, type TestDatabase } from "@daybook/platform/testing/database";
import { isFullMatrix } from "@daybook/platform/testing/matrix";
import type pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createKillableProcesses } from "./kill-processes.ts";
import { fillReadModels } from "@daybook/application/looking-glass/testing/look-back-world";
import { oldDiaries } from "@daybook/application/looking-glass/testing/old-diaries";

const accountCount = 100;
const plannedKills = isFullMatrix ? 100 : 2;
/** A process is killed within this time, which is about what it needs for all accounts. */
const longestPauseMs = 1_000;
const firstDue = Date.UTC(2026, 0, 1, 9);
const weekMs = 7 * 24 * 3_600_000;

let database: TestDatabase;
let pool: pg.Pool;

/** A scheduler process that handles what is due at a moment and says when it is ready and when it is done. */
const script = `
  import { sendLookBacks } from "@daybook/application/looking-glass/send-look-backs";
  import { createIdSource } from "@daybook/domain/kernel/ids";
  import { createLookBacks } from "./looking-glass/look-backs.ts";
  import { createOutbox } from "./mail/outbox.ts";
  import { createPool } from "./postgres/pool.ts";
  import { createLookBackApp } from "@daybook/application/looking-glass/testing/look-back-world";
  import { oldDiaries } from "@daybook/application/looking-glass/testing/old-diaries";
  const [url, moment, accounts] = process.argv.slice(2);
  const clock = { now: () => Number(moment) };
  const pool = createPool({ connectionString: url, max: 3, applicationName: "look-back chaos" });
  const newId = createIdSource({ now: () => Date.now() }, Math.random);
  const lookBacks = createLookBacks({ pool, clock, outbox: createOutbox({ pool, clock }) });
  const app = createLookBackApp(oldDiaries(Number(accounts)), { pool, clock, newId, lookBacks, logger: console });
  process.send("ready");
  await sendLookBacks(app, new AbortController().signal);
  process.send("done");
  await pool.end();
  process.disconnect();
`;
const killableProcesses = createKillableProcesses(script);

beforeAll(async () => {
  database = await createTestDatabase(allMigrations);
  pool = createPool({ connectionString: database.url, max: 2, applicationName: "test" });
  await fillReadModels(pool, oldDiaries(accountCount));
  await pool.query(
    `INSERT INTO looking_glass.schedule (user_id, timezone, local_date, due_at, retry_at)
     SELECT user_id, 'UTC', '2026-01-01', to_timestamp($1::float8 / 1000), to_timestamp($1::float8 / 1000)
     FROM vault.credentials`,
    [firstDue],
  );
});
afterAll(async () => {
  killableProcesses.killAll();
  await pool?.end();
  await database?.drop();
});

it(
  `two processes that are killed ${plannedKills} times send each look-back once`,
  { timeout: 60_000 + plannedKills * 20_000 },
  async () => {
    for (let killsSoFar = 0, week = 0; killsSoFar < plannedKills; killsSoFar += 2, week++) {
      const now = firstDue + week * weekMs;
      const args = [database.url, String(now), String(accountCount)];
      await killableProcesses.killTwo(args, longestPauseMs);
      await killableProcesses.finish(args);
      const { rows } = await pool.query<Record<"decided" | "mails" | "due" | "shown", string>>(
        `SELECT (SELECT count(*) FROM looking_glass.decisions WHERE outcome = 'mailed') AS decided,
           (SELECT count(*) FROM outbox.mails) AS mails,
           (SELECT count(*) FROM looking_glass.schedule WHERE due_at = to_timestamp($1::float8 / 1000)) AS due,
           (SELECT count(*) FROM looking_glass.shown s JOIN outbox.mails m
             ON m.user_id = s.user_id AND m.params->>'localDate' = s.shown_on::text
               AND m.params->>'entryId' = s.entry_id::text) AS shown`,
        [now + weekMs],
      );
      const expectedMails = accountCount * (week + 1);
      const numbers = rows.map(({ decided, mails, due, shown }) => [decided, mails, due, shown].map(Number));
      // `shown` has one row for each entry, with the day of its last mail. Each account has three entries.
      const lastShown = accountCount * Math.min(week + 1, 3);
      expect(numbers).toEqual([[expectedMails, expectedMails, accountCount, lastShown]]);
    }
  },
);
