import type { Migration } from "../postgres/migrate.ts";

/**
 * The schema `vault`: keys and credentials. They are outside the log so that they can be erased. Keys are wrapped,
 * tokens and addresses hashed, secrets sealed.
 *
 * Applied SQL cannot change, so its comments and names have older words: an "act" is a command, a "sign-in" or `lineage` is a session
 * family, `untold_locks` is the outbox of lock events, and `verified_emails` has the addresses that passed a bot check.
 */
export const vaultMigrations: readonly Migration[] = [
  {
    name: "vault-0001-keys",
    sql: `
CREATE SCHEMA vault;

CREATE TABLE vault.keys (
  id text PRIMARY KEY,
  parent_id text REFERENCES vault.keys (id) ON DELETE CASCADE,
  wrapped bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX keys_parent ON vault.keys (parent_id);
-- Deleted rows leave the table's pages within about a minute instead of when a fifth of it is dead.
ALTER TABLE vault.keys SET (autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0);

-- What is to be erased (completed_at is null) and what was: an erased id never gets a key again.
CREATE TABLE vault.erasures (
  id text PRIMARY KEY,
  begun_at timestamptz NOT NULL DEFAULT now(),
  completed_at timestamptz
);
CREATE INDEX erasures_pending ON vault.erasures (begun_at) WHERE completed_at IS NULL;
`,
  },
  {
    name: "vault-0002-sessions",
    sql: `
CREATE TABLE vault.credentials (
  user_id bigint PRIMARY KEY,
  email_hash text NOT NULL UNIQUE,
  password_hash text NOT NULL,
  created_at timestamptz NOT NULL
);

CREATE TABLE vault.verified_emails (
  email_hash text PRIMARY KEY,
  expires_at timestamptz NOT NULL
);

CREATE TABLE vault.sessions (
  token_hash bytea PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES vault.credentials (user_id) ON DELETE CASCADE,
  session_id bigint NOT NULL,
  lineage bigint NOT NULL,
  secret bytea NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz,
  expires_at timestamptz NOT NULL,
  superseded_by bytea,
  grace_until timestamptz,
  UNIQUE (user_id, session_id)
) WITH (fillfactor = 80);
CREATE INDEX sessions_successor ON vault.sessions (superseded_by) WHERE superseded_by IS NOT NULL;

CREATE UNLOGGED TABLE vault.nonces (
  digest bytea PRIMARY KEY,
  signed_at bigint NOT NULL
);
`,
  },
  {
    name: "vault-0003-links",
    sql: `
CREATE TABLE vault.links (
  id bigint PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES vault.credentials (user_id) ON DELETE CASCADE,
  purpose text NOT NULL,
  token_hash bytea NOT NULL UNIQUE,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX links_by_user ON vault.links (user_id);
`,
  },
  {
    name: "vault-0004-locks",
    sql: `
-- Not null: a key from a password wrapped the key first, and the parent wrapped that; tells how the password's key is derived.
ALTER TABLE vault.keys ADD COLUMN lock_salt text;

-- What is locked, and by what: the one truth for every gate. No row: no lock.
CREATE TABLE vault.locks (
  stream text PRIMARY KEY,
  user_id bigint NOT NULL,
  type smallint NOT NULL CHECK (type IN (2, 3)),
  -- The key that stays closed with it, with all keys below.
  key_id text NOT NULL UNIQUE REFERENCES vault.keys (id) ON DELETE CASCADE,
  password_hash text,
  hint text NOT NULL,
  remember boolean NOT NULL,
  auto boolean NOT NULL,
  recovery bytea,
  -- The act that last set its password: a repeat of it is known by this, and of two changes at once one is refused.
  act text NOT NULL,
  CHECK ((password_hash IS NULL) = (type = 3)),
  CHECK (recovery IS NULL OR type = 3)
);

-- For which sign-in a lock is open. An encryption lock's key lies here wrapped by a token that is stored nowhere.
CREATE TABLE vault.open_locks (
  stream text NOT NULL REFERENCES vault.locks (stream) ON DELETE CASCADE,
  lineage bigint NOT NULL,
  token_hash bytea NOT NULL DEFAULT '',
  wrapped bytea,
  opened_at timestamptz NOT NULL,
  last_used_at timestamptz NOT NULL,
  PRIMARY KEY (stream, lineage, token_hash),
  CHECK ((wrapped IS NULL) = (token_hash = ''))
);
CREATE INDEX open_locks_lineage ON vault.open_locks (lineage);

-- However the last session of a sign-in ends (log-out, reset, revoked, expired), what it had opened closes with it.
CREATE FUNCTION vault.close_locks_of_ended() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM vault.open_locks o USING vault.locks l
  WHERE l.stream = o.stream
    AND (l.user_id, o.lineage) IN (SELECT e.user_id, e.lineage FROM ended e)
    AND NOT EXISTS (SELECT FROM vault.sessions s WHERE s.user_id = l.user_id AND s.lineage = o.lineage);
  RETURN NULL;
END $$;
CREATE TRIGGER close_locks_of_ended AFTER DELETE ON vault.sessions
  REFERENCING OLD TABLE AS ended FOR EACH STATEMENT EXECUTE FUNCTION vault.close_locks_of_ended();
`,
  },
  {
    name: "vault-0005-untold-locks",
    sql: `
-- Locks set or taken off that the log may not tell of yet; a crash in between is finished from here.
CREATE TABLE vault.untold_locks (
  stream text PRIMARY KEY,
  user_id bigint NOT NULL,
  mark text NOT NULL,
  removed_by text CHECK (removed_by IN ('owner', 'link')),
  noted_at timestamptz NOT NULL
);
`,
  },
  {
    name: "vault-0006-links-by-act",
    sql: `
-- The act that used a link, hashed: its answer may have been lost, and then it asks again.
ALTER TABLE vault.links ADD COLUMN used_by bytea;
`,
  },
  {
    name: "vault-0007-rewrites",
    sql: `
-- Changes after which files of the database still hold what must be gone: a wrapped key that was replaced or erased, the name
-- of a tag. A job rewrites the files, see application/src/jobs/rewrite-files.ts.
CREATE TABLE vault.rewrites_due (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  due_at timestamptz NOT NULL DEFAULT now()
);
CREATE FUNCTION vault.note_rewrite() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO vault.rewrites_due DEFAULT VALUES;
  RETURN NULL;
END $$;
-- Deleting cascades with one statement for each deleted row, most of which delete nothing.
CREATE FUNCTION vault.note_rewrite_of_gone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO vault.rewrites_due (due_at) SELECT now() FROM gone LIMIT 1;
  RETURN NULL;
END $$;
CREATE TRIGGER note_replaced AFTER UPDATE ON vault.keys
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION vault.note_rewrite_of_gone();
CREATE TRIGGER note_erased AFTER DELETE ON vault.keys
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION vault.note_rewrite_of_gone();

-- What earlier versions have left.
INSERT INTO vault.rewrites_due (due_at)
  SELECT now() WHERE EXISTS (SELECT FROM vault.erasures) OR EXISTS (SELECT FROM vault.locks);

-- No statistics of wrapped keys. Changing a column to its own type rewrites nothing, and removes those so far.
ALTER TABLE vault.keys ALTER COLUMN wrapped TYPE bytea, ALTER COLUMN wrapped SET STATISTICS 0;
ALTER TABLE vault.locks ALTER COLUMN recovery TYPE bytea, ALTER COLUMN recovery SET STATISTICS 0;
ALTER TABLE vault.open_locks ALTER COLUMN wrapped TYPE bytea, ALTER COLUMN wrapped SET STATISTICS 0;
`,
  },
];
