import type { Migration } from "../postgres/migrate.ts";

/** Tables of tags and shares in the schema `vault`, which must exist. */
export const sharingMigrations: readonly Migration[] = [
  // A name is written here before its event is appended. `ordinal` counts the names that a tag has had, and `logged` those whose
  // events are in the log: where `logged` is less, an event is missing.
  {
    name: "sharing-0001-tag-names",
    sql: `
-- One row for each tag: which name it has, as a keyed hash that is unique, so no two tags of a person share one.
-- The row is written before the log hears of a name; what it holds beyond "logged" is still to be told there.
CREATE TABLE vault.tag_names (
  tag_id bigint PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES vault.credentials (user_id) ON DELETE CASCADE,
  -- Null for a tag that is about to end, which has no name any more.
  name_hash text UNIQUE,
  name text,
  ordinal integer NOT NULL DEFAULT 1,
  logged integer NOT NULL DEFAULT 0,
  merge_into bigint,
  created_at timestamptz NOT NULL,
  CHECK ((name_hash IS NULL) = (name IS NULL)),
  CHECK (merge_into IS NULL OR name_hash IS NULL)
);
CREATE INDEX tag_names_by_user ON vault.tag_names (user_id);
CREATE INDEX tag_names_unfinished ON vault.tag_names (user_id) WHERE logged < ordinal OR name_hash IS NULL;
`,
  },
  {
    name: "sharing-0002-shares",
    sql: `
-- What is mailed to others: sealed by the entry's key, and kept only until its mails have left.
CREATE TABLE vault.shares (
  id bigint PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES vault.credentials (user_id) ON DELETE CASCADE,
  entry_id bigint NOT NULL,
  message text NOT NULL,
  recipients text,
  ip text NOT NULL,
  user_agent text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX shares_by_user ON vault.shares (user_id);
CREATE INDEX shares_unfinished ON vault.shares (created_at) WHERE recipients IS NOT NULL;
`,
  },
  {
    name: "sharing-0003-correlation",
    sql: "ALTER TABLE vault.shares ADD COLUMN correlation_id text",
  },
  // The `ALTER TABLE` sets the type that the column `name` already has. This removes the statistics of the column, which contained
  // sealed names. The `ALTER TABLE` must come before the triggers: PostgreSQL refuses to set the type of a column that a trigger names.
  {
    name: "sharing-0004-rewrites",
    sql: `
-- Before the triggers, which a change of the type would refuse.
ALTER TABLE vault.tag_names ALTER COLUMN name TYPE text, ALTER COLUMN name SET STATISTICS 0;
CREATE TRIGGER note_renamed AFTER UPDATE OF name ON vault.tag_names
  FOR EACH ROW WHEN (OLD.name IS DISTINCT FROM NEW.name) EXECUTE FUNCTION vault.note_rewrite();
CREATE TRIGGER note_erased AFTER DELETE ON vault.tag_names
  FOR EACH ROW WHEN (OLD.name IS NOT NULL) EXECUTE FUNCTION vault.note_rewrite();
`,
  },
];
