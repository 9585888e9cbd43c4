import type { Migration } from "../postgres/migrate.ts";

/** The schema `ledger`: the acts that were asked for, with the ids that they use and their replies, sealed. */
export const ledgerMigrations: readonly Migration[] = [
  {
    name: "ledger-0001-commands",
    sql: `
CREATE SCHEMA ledger;

CREATE TABLE ledger.commands (
  user_id bigint NOT NULL,
  key text NOT NULL,
  fingerprint text NOT NULL,
  ids jsonb NOT NULL,
  status integer,
  reply bytea,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, key),
  CHECK ((status IS NULL) = (reply IS NULL))
) WITH (fillfactor = 80);
-- A sealed reply is random bytes: looking for something to compress would be lost time.
ALTER TABLE ledger.commands ALTER COLUMN reply SET STORAGE EXTERNAL;
-- Rows come in the order of their time, so a small index of ranges finds the old ones.
CREATE INDEX commands_created ON ledger.commands USING brin (created_at);
`,
  },
  {
    name: "ledger-0002-withheld",
    sql: `
-- Whose replies are not kept for now, since something of theirs was just locked; a row counts for some minutes.
CREATE TABLE ledger.withheld (
  user_id bigint PRIMARY KEY,
  since timestamptz NOT NULL
);
`,
  },
];
