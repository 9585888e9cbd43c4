import type { Migration } from "../postgres/migrate.ts";

/**
 * The schema `vault`: keys and credentials, outside the log, so that they can be forgotten. Nothing in it is clear: keys
 * are wrapped, tokens and addresses hashed, secrets sealed.
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
];
