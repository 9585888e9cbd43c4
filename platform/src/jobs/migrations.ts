import type { Migration } from "../postgres/migrate.ts";

/** The schema `jobs`: when each job runs next, and how its last run ended. It holds no private data. */
export const jobMigrations: readonly Migration[] = [
  {
    name: "jobs-0001-schedule",
    sql: `
CREATE SCHEMA jobs;

CREATE TABLE jobs.schedule (
  name text PRIMARY KEY,
  -- It moves when a run has ended. So a run that dies leaves its job due.
  due_at timestamptz NOT NULL,
  paused boolean NOT NULL DEFAULT false,
  -- The number of runs so far. A run that lost its lease must not record its end over that of the next run.
  runs bigint NOT NULL DEFAULT 0,
  started_at timestamptz,
  -- NULL while the last run has no end: it is running, or its process died.
  ended_at timestamptz,
  took_ms double precision,
  -- Failed runs since the last success.
  failures integer NOT NULL DEFAULT 0,
  failed_at timestamptz,
  failure_code text
) WITH (fillfactor = 50);

-- The job clock. Its id distinguishes several Daybooks on one MongoDB.
CREATE TABLE jobs.clock (
  single boolean PRIMARY KEY DEFAULT true CHECK (single),
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  -- When a process last looked for due jobs.
  looked_at timestamptz NOT NULL DEFAULT now()
) WITH (fillfactor = 50);
INSERT INTO jobs.clock DEFAULT VALUES;
`,
  },
];
