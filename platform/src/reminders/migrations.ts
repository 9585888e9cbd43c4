import type { Migration } from "../postgres/migrate.ts";

/**
 * The schema `schedule`: when reminders are due, and the outcome of each occurrence. It is not a read model, because a rebuild
 * must not send a reminder again.
 */
export const reminderMigrations: readonly Migration[] = [
  {
    name: "schedule-0001-reminders",
    sql: `
CREATE SCHEMA schedule;

-- How far the log was followed. One row.
CREATE TABLE schedule.checkpoint (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  position text
);
INSERT INTO schedule.checkpoint (position) VALUES (NULL);

-- What decides about the reminders of an account.
CREATE TABLE schedule.owners (
  user_id bigint PRIMARY KEY,
  timezone text NOT NULL,
  -- Unix milliseconds, or Infinity; NULL without a membership.
  paid_until double precision
);

CREATE TABLE schedule.reminders (
  journal_id bigint NOT NULL,
  reminder_id bigint NOT NULL,
  user_id bigint NOT NULL,
  rule jsonb NOT NULL,
  -- The local date of the newest occurrence that was handled.
  handled_date date,
  -- The next occurrence; NULL while the journal is in the trash.
  next_date date,
  next_fire_at timestamptz,
  PRIMARY KEY (journal_id, reminder_id),
  CHECK ((next_date IS NULL) = (next_fire_at IS NULL))
) WITH (fillfactor = 80);
CREATE INDEX reminders_due ON schedule.reminders (next_fire_at) WHERE next_fire_at IS NOT NULL;
CREATE INDEX reminders_by_user ON schedule.reminders (user_id);

-- Each occurrence once. A row is in the same transaction as its mail.
CREATE TABLE schedule.occurrences (
  reminder_id bigint NOT NULL,
  local_date date NOT NULL,
  journal_id bigint NOT NULL,
  user_id bigint NOT NULL,
  due_at timestamptz NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('mailed', 'skipped')),
  handled_at timestamptz NOT NULL,
  PRIMARY KEY (journal_id, reminder_id, local_date)
);
CREATE INDEX occurrences_handled ON schedule.occurrences (handled_at);
CREATE INDEX occurrences_by_user ON schedule.occurrences (user_id);
`,
  },
];
