import type { Migration } from "../postgres/migrate.ts";

/**
 * The schema `processes`: work over many streams that must continue after a crash. What a person wrote
 * is stored only sealed.
 */
export const processMigrations: readonly Migration[] = [
  {
    name: "processes-0001-operations",
    sql: `
CREATE SCHEMA processes;

-- A long act of a person: what it is about is fixed with the row, and \`done\` says how far it is.
CREATE TABLE processes.operations (
  id bigint PRIMARY KEY,
  user_id bigint NOT NULL,
  kind text NOT NULL,
  plan jsonb NOT NULL,
  item_ids bigint[] NOT NULL,
  context jsonb NOT NULL,
  done integer NOT NULL DEFAULT 0,
  skipped_ids bigint[] NOT NULL DEFAULT '{}',
  status text NOT NULL DEFAULT 'running' CHECK (status IN ('running', 'done', 'failed')),
  attempts integer NOT NULL DEFAULT 0,
  leased_until timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  finished_at timestamptz
);
CREATE INDEX operations_running ON processes.operations (leased_until) WHERE status = 'running';
CREATE INDEX operations_by_user ON processes.operations (user_id);

-- An entry on its way from one journal to another: its key and its event cannot change at once. While the row stands, nobody
-- else moves the entry.
CREATE TABLE processes.moves (
  entry_id bigint PRIMARY KEY,
  user_id bigint NOT NULL,
  from_journal_id bigint NOT NULL,
  to_journal_id bigint NOT NULL,
  kind text NOT NULL CHECK (kind IN ('move', 'restore')),
  context jsonb NOT NULL,
  leased_until timestamptz NOT NULL
);
CREATE INDEX moves_leased ON processes.moves (leased_until);
CREATE INDEX moves_by_user ON processes.moves (user_id);
`,
  },
  {
    name: "processes-0002-leased-by",
    sql: `
-- The process that holds the lease; null for a lease from before this migration.
ALTER TABLE processes.operations ADD COLUMN leased_by uuid;
ALTER TABLE processes.moves ADD COLUMN leased_by uuid;
`,
  },
];
