import type { Application } from "@daybook/application/application";
import type { Job } from "@daybook/application/jobs/job";
import { createJobSchedule } from "@daybook/platform/jobs/job-schedule";
import { createLogger } from "@daybook/platform/logger";
import { createLeases } from "@daybook/platform/postgres/leases";
import { createPool } from "@daybook/platform/postgres/pool";
import type pg from "pg";
import type { ClockTimes } from "../clock/agenda-clock.ts";
import { openJobClock } from "../clock/open-clock.ts";
import { runJobs } from "../run-jobs.ts";

/** How a scheduler of a test reaches its servers, and how often its clock looks. */
export type TestSchedulerOptions = {
  readonly databaseUrl: string;
  /** When undefined, the clock is in PostgreSQL. */
  readonly mongodbUrl?: string | undefined;
  readonly times: ClockTimes;
  /** The clock calls `look` twice at the same time. */
  readonly firesTwice?: boolean;
};

/** Starts the clock and its jobs, as the schedulers do, without the rest of the product. */
export async function startTestScheduler(options: TestSchedulerOptions, jobs: readonly Job[]) {
  const logger = createLogger({ level: "silent" });
  const pool = createPool({ connectionString: options.databaseUrl, applicationName: "clock test", logger });
  const schedule = createJobSchedule(pool);
  await schedule.register(jobs);
  const { mongodbUrl, times, firesTwice = false } = options;
  const clock = openJobClock({ config: { mongodbUrl }, pools: { relaxed: pool }, logger }, schedule, times);
  let lookCount = 0;
  const countingClock = {
    ...clock,
    start(look: () => Promise<void>) {
      clock.start(async () => {
        lookCount += 1;
        await Promise.all(firesTwice ? [look(), look()] : [look()]);
      });
    },
  };
  // The jobs of these tests use no other part of the application.
  const app = { logger } as Application;
  const running = runJobs({ app, jobs, clock: countingClock, schedule, leases: createLeases(pool) });
  return {
    pool,
    schedule,
    running,
    isUnreachable: (): boolean => clock.isUnreachable(),
    /** How often the clock has looked. The first look is not counted: `runJobs` makes it, not the clock. */
    looks: (): number => lookCount,
    stop: async (): Promise<void> => {
      await running.stop();
      await pool.end();
    },
  };
}

/** A job that counts its attempts and its effects in the tables of {@link createWorkTables}. */
export function countingJob(pool: () => pg.Pool, everyMs: number, hang: HangPoints = {}): Job {
  return {
    name: "count",
    everyMs,
    async run() {
      const { rows } = await pool().query<{ id: number }>("INSERT INTO attempts DEFAULT VALUES RETURNING id");
      await hang.beforeEffect?.();
      await pool().query("UPDATE work SET effects = effects + 1, is_done = true WHERE NOT is_done");
      await hang.afterEffect?.();
      await pool().query("UPDATE attempts SET ended_at = clock_timestamp() WHERE id = $1", [rows[0]?.id]);
    },
  };
}

/** Where a {@link countingJob} hangs until its process is killed. */
export type HangPoints = {
  readonly beforeEffect?: (() => Promise<void>) | undefined;
  readonly afterEffect?: (() => Promise<void>) | undefined;
};

/**
 * Creates `work`, one row whose effect must happen once; `attempts`, one row for each call of the job; and `recorded_starts`,
 * when the schedule recorded the start of each run.
 */
export async function createWorkTables(pool: pg.Pool): Promise<void> {
  await pool.query(`
    CREATE TABLE work (effects integer NOT NULL DEFAULT 0, is_done boolean NOT NULL DEFAULT false);
    INSERT INTO work DEFAULT VALUES;
    CREATE TABLE attempts (
      id serial PRIMARY KEY, began_at timestamptz NOT NULL DEFAULT clock_timestamp(), ended_at timestamptz
    );
    CREATE TABLE recorded_starts (run bigint PRIMARY KEY, at timestamptz NOT NULL);
    CREATE FUNCTION record_start() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO recorded_starts VALUES (NEW.runs, NEW.started_at);
        RETURN NEW;
      END $$;
    CREATE TRIGGER record_start AFTER UPDATE ON jobs.schedule
      FOR EACH ROW WHEN (OLD.runs <> NEW.runs) EXECUTE FUNCTION record_start();
  `);
}
