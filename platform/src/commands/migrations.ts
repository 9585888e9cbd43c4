import type { Migration } from "../postgres/migrate.ts";

/** The schema `ledger`: the commands, with the ids that each uses and the HTTP status of its first success. */
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
  {
    name: "ledger-0003-no-replies",
    sql: `
-- Replies are kept no longer. A new table, because dropping a column leaves its bytes in the old rows.
-- Status 0 meant that a reply was withheld, which says nothing about the command.
CREATE TABLE ledger.commands_without_replies (
  user_id bigint NOT NULL,
  key text NOT NULL,
  fingerprint text NOT NULL,
  ids jsonb NOT NULL,
  status integer,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, key)
) WITH (fillfactor = 80);
INSERT INTO ledger.commands_without_replies (user_id, key, fingerprint, ids, status, created_at)
  SELECT user_id, key, fingerprint, ids, NULLIF(status, 0), created_at FROM ledger.commands;
DROP TABLE ledger.commands;
DROP TABLE ledger.withheld;
ALTER TABLE ledger.commands_without_replies RENAME TO commands;
ALTER INDEX ledger.commands_without_replies_pkey RENAME TO commands_pkey;
CREATE INDEX commands_created ON ledger.commands USING brin (created_at);
`,
  },
  {
    name: "ledger-0004-hashed-keys",
    sql: `
-- Rows hold a hash of the key. Fingerprints now depend on the key, so those of older rows are forgotten; '' matches every request.
UPDATE ledger.commands SET key = encode(sha256(convert_to(key, 'UTF8')), 'hex'), fingerprint = '';
`,
  },
  {
    name: "ledger-0005-runner",
    sql: `
-- The process that runs the command. NULL: none that is known, or the run was refused.
ALTER TABLE ledger.commands ADD COLUMN runner integer;
`,
  },
];
