import type { Migration } from "../postgres/migrate.ts";

/** The counters of `rate-limits.ts`. They are in the schema `vault`, which must exist. */
export const rateLimitMigrations: readonly Migration[] = [
  {
    name: "rate-limits-0001-table",
    sql: `
-- Not in the write-ahead log: a crash of the database forgets who tried how often, and nothing else.
-- No index but the key, so that counting again never touches one.
CREATE UNLOGGED TABLE vault.rate_limits (
  key bytea PRIMARY KEY,
  -- Unix milliseconds of what was allowed within the window, oldest first; never more than the rule's limit.
  taken bigint[] NOT NULL,
  allowed boolean NOT NULL,
  expires_at bigint NOT NULL
) WITH (fillfactor = 70);
`,
  },
];
