import type { Migration } from "../postgres/migrate.ts";

/**
 * The schema `outbox`: mails to send, as ids and a template's name. When a mail was sent or dropped, its parameters and its recipient
 * are deleted, and the rest of the row stays.
 *
 * `claims` counts how often senders have claimed a mail. When a claim has lapsed and another sender has claimed the mail, the earlier
 * sender cannot record a failure or a delay any more. `entry_id` finds the `.eml` files that show an entry.
 * After the file of a sent mail was deleted, `entry_id` is deleted too.
 */
export const outboxMigrations: readonly Migration[] = [
  {
    name: "outbox-0001-mails",
    sql: `
CREATE SCHEMA outbox;

CREATE TABLE outbox.mails (
  id bigint PRIMARY KEY,
  user_id bigint,
  template text NOT NULL,
  params jsonb,
  recipient text,
  dedupe_key text NOT NULL UNIQUE,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sent', 'dropped', 'dead')),
  -- When a waiting mail may be claimed; while it is claimed, when the claim lapses.
  due_at timestamptz NOT NULL,
  -- Tells a claim from the one that followed when it lapsed.
  claims integer NOT NULL DEFAULT 0,
  failures integer NOT NULL DEFAULT 0,
  code text,
  created_at timestamptz NOT NULL,
  settled_at timestamptz,
  CHECK (state NOT IN ('sent', 'dropped') OR (params IS NULL AND recipient IS NULL)),
  CHECK ((state = 'waiting') = (settled_at IS NULL))
) WITH (fillfactor = 80);
CREATE INDEX mails_due ON outbox.mails (due_at, id) WHERE state = 'waiting';
CREATE INDEX mails_by_user ON outbox.mails (user_id) WHERE user_id IS NOT NULL;
`,
  },
  {
    name: "outbox-0002-causes",
    sql: `
-- The command that asked for a mail, and the click that began it all. They stay when the mail was sent.
ALTER TABLE outbox.mails ADD COLUMN causation_id text, ADD COLUMN correlation_id text;
`,
  },
  {
    name: "outbox-0003-entries",
    sql: `
-- The entry whose text a mail shows, for as long as its file may be there.
ALTER TABLE outbox.mails ADD COLUMN entry_id bigint;
DO $$ BEGIN
  IF to_regclass('vault.shares') IS NOT NULL THEN
    UPDATE outbox.mails m SET entry_id = s.entry_id FROM vault.shares s
    WHERE m.template = 'share' AND split_part(m.dedupe_key, ' ', 2) = s.id::text;
  END IF;
END $$;
CREATE INDEX mails_by_entry ON outbox.mails (id) WHERE entry_id IS NOT NULL;
`,
  },
];
