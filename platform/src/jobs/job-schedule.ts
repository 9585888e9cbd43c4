import type pg from "pg";

/** A job that is due soon. */
export type DueJob = {
  readonly name: string;
  /** Milliseconds until it is due; zero or less when it is due now. */
  readonly inMs: number;
};

/** The state of a job, for an operator. Times are in milliseconds since 1970. */
export type JobState = {
  readonly name: string;
  readonly isPaused: boolean;
  readonly dueAt: number;
  /** When its last run began; `null` before the first one. */
  readonly startedAt: number | null;
  /** When the last run ended; `null` before the first run, while a run is in progress, and when the process of the last run died. */
  readonly endedAt: number | null;
  readonly tookMs: number | null;
  /** Failed runs since the last success. */
  readonly failures: number;
  /** When a run failed last; `null` when none ever failed. */
  readonly failedAt: number | null;
  /** Why that run failed: a stable code. */
  readonly failureCode: string | null;
};

/** How a run ended. */
export type RunEnd = {
  readonly tookMs: number;
  /** A stable code; `null` after a success. */
  readonly failureCode: string | null;
  /** When the next run is due: after a success, this long after the start of this run; after a failure, this long after its end. */
  readonly nextInMs: number;
};

const milliseconds = (column: string): string => `(extract(epoch FROM ${column}) * 1000)::float8`;
const interval = (parameter: string): string => `${parameter}::float8 * interval '1 millisecond'`;

/**
 * Reads and writes the table `jobs.schedule`: when each job is due next, and how its last run ended. The table decides what is due.
 * The job clock only decides when to look. All times are those of the database, because the system times of processes can differ.
 */
export function createJobSchedule(pool: pg.Pool) {
  return {
    /** Adds new jobs, due now. No job stays due later than one interval from now: its interval may have become shorter. */
    async register(jobs: readonly { readonly name: string; readonly everyMs: number }[]): Promise<void> {
      await pool.query(
        `INSERT INTO jobs.schedule AS s (name, due_at)
         SELECT name, now() FROM unnest($1::text[]) AS name
         ON CONFLICT (name) DO UPDATE
         SET due_at = now() + ($2::float8[])[array_position($1::text[], s.name)] * interval '1 millisecond'
         WHERE s.due_at > now() + ($2::float8[])[array_position($1::text[], s.name)] * interval '1 millisecond'`,
        [jobs.map(({ name }) => name), jobs.map(({ everyMs }) => everyMs)],
      );
    },

    /** Makes jobs due now. */
    async makeDue(names: readonly string[]): Promise<void> {
      await pool.query("UPDATE jobs.schedule SET due_at = least(due_at, now()) WHERE name = ANY ($1)", [
        names,
      ]);
    },

    /** Returns the jobs of these names that are due within `withinMs` and not paused, and records that a process has looked. */
    async dueSoon(names: readonly string[], withinMs: number): Promise<DueJob[]> {
      const { rows } = await pool.query<DueJob>(
        `WITH looked AS (UPDATE jobs.clock SET looked_at = now())
         SELECT name, ${milliseconds("due_at - now()")} AS "inMs" FROM jobs.schedule
         WHERE name = ANY ($1) AND NOT paused AND due_at <= now() + ${interval("$2")}`,
        [names, withinMs],
      );
      return rows;
    },

    /**
     * Begins a run and returns its number; `null` when the job is not due or is paused. The caller holds the job's lease.
     *
     * @param isForced true to begin the run even if the job is not due or is paused
     */
    async begin(name: string, isForced: boolean): Promise<number | null> {
      const { rows } = await pool.query<{ runs: number }>(
        `UPDATE jobs.schedule SET runs = runs + 1, started_at = clock_timestamp(), ended_at = NULL
         WHERE name = $1 AND ($2 OR (NOT paused AND due_at <= clock_timestamp())) RETURNING runs`,
        [name, isForced],
      );
      return rows[0]?.runs ?? null;
    },

    /** Records the end of a run, unless a later one has begun. */
    async end(name: string, run: number, { tookMs, failureCode, nextInMs }: RunEnd): Promise<void> {
      await pool.query(
        `UPDATE jobs.schedule SET ended_at = clock_timestamp(), took_ms = $3,
           due_at = CASE WHEN $4::text IS NULL THEN started_at ELSE clock_timestamp() END + ${interval("$5")},
           failures = CASE WHEN $4::text IS NULL THEN 0 ELSE failures + 1 END,
           failed_at = CASE WHEN $4::text IS NULL THEN failed_at ELSE clock_timestamp() END,
           failure_code = coalesce($4, failure_code)
         WHERE name = $1 AND runs = $2`,
        [name, run, tookMs, failureCode, nextInMs],
      );
    },

    /** Pauses or resumes a job. A run that has begun continues. False when there is no such job. */
    async setPaused(name: string, isPaused: boolean): Promise<boolean> {
      const { rowCount } = await pool.query("UPDATE jobs.schedule SET paused = $2 WHERE name = $1", [
        name,
        isPaused,
      ]);
      return rowCount === 1;
    },

    /** All jobs that were ever registered, by name. */
    async list(): Promise<JobState[]> {
      const { rows } = await pool.query<JobState>(
        `SELECT name, paused AS "isPaused", ${milliseconds("due_at")} AS "dueAt",
           ${milliseconds("started_at")} AS "startedAt", ${milliseconds("ended_at")} AS "endedAt",
           took_ms AS "tookMs", failures, ${milliseconds("failed_at")} AS "failedAt", failure_code AS "failureCode"
         FROM jobs.schedule ORDER BY name`,
      );
      return rows;
    },

    /** True when one of these jobs failed in its last finished run. Paused jobs do not count. */
    async isFailing(names: readonly string[]): Promise<boolean> {
      const { rowCount } = await pool.query(
        "SELECT FROM jobs.schedule WHERE name = ANY ($1) AND failures > 0 AND NOT paused LIMIT 1",
        [names],
      );
      return rowCount === 1;
    },

    /** The id of the job clock of this database. It tells several Daybooks on one MongoDB apart. */
    async clockId(): Promise<string> {
      const { rows } = await pool.query<{ id: string }>("SELECT id FROM jobs.clock");
      return rows[0]?.id ?? "";
    },

    /** Milliseconds since a process last looked for due jobs. */
    async msSinceLastLook(): Promise<number> {
      const { rows } = await pool.query<{ ms: number }>(
        `SELECT ${milliseconds("now() - looked_at")} AS ms FROM jobs.clock`,
      );
      return rows[0]?.ms ?? 0;
    },
  };
}

/** See {@link createJobSchedule}. */
export type JobSchedule = ReturnType<typeof createJobSchedule>;
