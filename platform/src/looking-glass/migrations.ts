import type { Migration } from "../postgres/migrate.ts";

/**
 * The schema `looking_glass`: what was shown, and when the next mail is due. The schema is not a read model and cannot be rebuilt. Entries
 * are shown in rounds, each entry once per round. The column `round` has the last round in which the entry was shown.
 */
export const lookingGlassMigrations: readonly Migration[] = [
  {
    name: "looking-glass-0001-tables",
    sql: `
CREATE SCHEMA looking_glass;

-- The next look-back of each account that gets them.
CREATE TABLE looking_glass.schedule (
  user_id bigint PRIMARY KEY REFERENCES vault.credentials (user_id) ON DELETE CASCADE,
  timezone text NOT NULL,
  local_date date NOT NULL,
  due_at timestamptz NOT NULL,
  -- Later than due_at when an attempt failed.
  retry_at timestamptz NOT NULL
);
CREATE INDEX schedule_due ON looking_glass.schedule (retry_at);

-- What was decided on each date: at most one mail. The key makes it one, whatever the schedule says.
CREATE TABLE looking_glass.decisions (
  user_id bigint NOT NULL REFERENCES vault.credentials (user_id) ON DELETE CASCADE,
  local_date date NOT NULL,
  due_at timestamptz NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('mailed', 'nothing_to_show', 'too_late')),
  PRIMARY KEY (user_id, local_date)
);

-- When each entry was last shown, by mail or on the page of journals.
CREATE TABLE looking_glass.shown (
  user_id bigint NOT NULL REFERENCES vault.credentials (user_id) ON DELETE CASCADE,
  entry_id bigint NOT NULL,
  shown_on date NOT NULL,
  round integer NOT NULL,
  PRIMARY KEY (user_id, entry_id)
);
CREATE INDEX shown_on ON looking_glass.shown (user_id, shown_on);
`,
  },
  {
    name: "looking-glass-0002-dropped",
    sql: `
ALTER TABLE looking_glass.decisions DROP CONSTRAINT decisions_outcome_check;
ALTER TABLE looking_glass.decisions ADD CONSTRAINT decisions_outcome_check
  CHECK (outcome IN ('mailed', 'nothing_to_show', 'too_late', 'dropped'));

-- When the entry was shown before that, for a mail that is dropped; NULL when it never was.
ALTER TABLE looking_glass.shown ADD COLUMN previous_shown_on date, ADD COLUMN previous_round integer;
`,
  },
];
