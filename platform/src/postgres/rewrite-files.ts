import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import type { Logger } from "../logger.ts";

/** Tables whose dead rows hold wrapped keys, or other values that the master key decrypts. */
const tables = [
  "vault.keys",
  "vault.locks",
  "vault.open_locks",
  "vault.tag_names",
  "vault.shares",
  "outbox.mails",
] as const;

/** While a statement waits for its lock, all other statements on the table wait too. */
const lockTimeoutMs = 200;
const pauseMs = 500;
/**
 * A larger table is left to the operator: nobody can save while it is rewritten, about a second for 20 MB (100,000 keys) on a
 * busy machine with two cores.
 */
const maxBytes = 128 * 1024 * 1024;
const lockTries = 40;

const [lockNotAvailable, insufficientPrivilege] = ["55P03", "42501"];
const codeOf = (error: unknown): unknown =>
  error instanceof Error && "code" in error ? error.code : undefined;

/** The pending rewrite of replaced and erased values. */
export type DueRewrite = {
  /** The rows of `vault.rewrites_due` that it covers. */
  readonly ids: readonly string[];
  /** How long the oldest of them has waited, in milliseconds. */
  readonly waitedMs: number;
  /**
   * True in two cases. PostgreSQL still keeps the deleted rows for a transaction that was open when the newest of these `ids` was
   * committed. Or a lock is in the vault but not yet in the log, so the search index may still have the words behind the lock.
   */
  readonly isHeldBack: boolean;
};

/**
 * Rewrites files of the database, so that they no longer contain the bytes of deleted rows. A vacuum only marks the space as
 * free; the bytes stay until they are overwritten, which may never happen.
 */
export function createFileRewriter({ pool, logger }: { pool: pg.Pool; logger: Pick<Logger, "warn"> }) {
  const warnedAbout = new Set<string>();

  /** Logs a warning about data that remains, once for each kind. */
  function warnOnce(leftover: string): void {
    if (!warnedAbout.has(leftover))
      logger.warn({ left: leftover }, "the database keeps bytes of erased data, see the runbook");
    warnedAbout.add(leftover);
  }

  /** Runs a statement. False when the role lacks the right. */
  async function runIfPermitted(
    client: pg.PoolClient,
    statement: string,
    leftover: string,
  ): Promise<boolean> {
    try {
      await client.query(statement);
      return true;
    } catch (error) {
      if (codeOf(error) !== insufficientPrivilege) throw error;
      warnOnce(leftover);
      return false;
    }
  }

  /**
   * Rewrites a table. Logs a warning instead when the table is too large, or when the role has no right to rewrite it: for a missing
   * right, `VACUUM` reports no error.
   */
  async function rewriteTable(client: pg.PoolClient, table: string, signal?: AbortSignal): Promise<void> {
    const { rows } = await client.query<{ mayRewrite: boolean; bytes: number }>(
      `SELECT pg_has_role(c.relowner, 'USAGE') OR pg_has_role(d.datdba, 'USAGE') AS "mayRewrite",
         pg_total_relation_size(c.oid) AS bytes
       FROM pg_class c, pg_database d WHERE c.oid = $1::regclass AND d.datname = current_database()`,
      [table],
    );
    const [tableRow] = rows;
    if (!tableRow?.mayRewrite || tableRow.bytes > maxBytes) return warnOnce(table);
    for (let attempt = 1; ; attempt++) {
      signal?.throwIfAborted();
      try {
        await client.query(`VACUUM (FULL) ${table}`);
        return;
      } catch (error) {
        if (codeOf(error) !== lockNotAvailable || attempt >= lockTries) throw error;
      }
      await sleep(pauseMs, undefined, { signal });
    }
  }

  /** Runs `work` on a connection with a short lock timeout and no statement timeout. */
  async function withConnection(work: (client: pg.PoolClient) => Promise<void>): Promise<void> {
    const client = await pool.connect();
    try {
      await client.query(`SET lock_timeout = ${lockTimeoutMs}; SET statement_timeout = 0`);
      await work(client);
    } finally {
      // Other callers cannot use a connection with these settings.
      client.release(true);
    }
  }

  return {
    /** The pending rewrite, or `null`. */
    async findDue(): Promise<DueRewrite | null> {
      const { rows } = await pool.query<{ ids: string[] | null; waitedMs: number; isHeldBack: boolean }>(
        `SELECT array_agg(id::text) AS ids, (extract(epoch FROM now() - min(due_at)) * 1000)::float8 AS "waitedMs",
           EXISTS (SELECT FROM pg_stat_activity a
             WHERE a.datname = current_database() AND a.pid <> pg_backend_pid()
               AND greatest(age(a.backend_xid), age(a.backend_xmin)) >= min(age(r.xmin)))
             OR EXISTS (SELECT FROM vault.untold_locks) AS "isHeldBack"
         FROM vault.rewrites_due r`,
      );
      const [row] = rows;
      return row?.ids ? { ...row, ids: row.ids } : null;
    },

    /** Rewrites all {@link tables}, one after the other. Each is locked only while it is rewritten. */
    rewriteTables: (signal: AbortSignal): Promise<void> =>
      withConnection(async (client) => {
        for (const table of tables) await rewriteTable(client, table, signal);
      }),

    /**
     * Removes old statistics, and the write-ahead log up to now. Logs a warning when something remains, because the server recycles
     * its log or the role lacks a right.
     */
    dropOldLog: (): Promise<void> =>
      withConnection(async (client) => {
        await rewriteTable(client, "pg_catalog.pg_statistic");
        const { rows } = await client.query<{ recycles: string }>(
          "SELECT current_setting('wal_recycle') AS recycles",
        );
        if (rows[0]?.recycles === "on") warnOnce("recycled segments of the write-ahead log (wal_recycle)");
        const leftover = "the write-ahead log";
        if (!(await runIfPermitted(client, "SELECT pg_switch_wal()", leftover))) return;
        await runIfPermitted(client, "CHECKPOINT", leftover);
      }),

    /**
     * Records that a rewrite is done, for exactly the rows that `findDue` read. A row that was committed later stays due, even when its
     * id is smaller.
     */
    async markRewritten({ ids }: DueRewrite): Promise<void> {
      await pool.query("DELETE FROM vault.rewrites_due WHERE id = ANY ($1::bigint[])", [ids]);
    },
  };
}

/** See {@link createFileRewriter}. */
export type FileRewriter = ReturnType<typeof createFileRewriter>;
