import { setMaxListeners } from "node:events";
import type pg from "pg";
import { createSerialPerKey } from "../serial-per-key.ts";
import { withAnySignal } from "../with-any-signal.ts";

/** The connection that holds the leases. When the connection ends, all leases end too, and `lostSignal` is aborted. */
type LeaseConnection = {
  readonly client: pg.PoolClient;
  readonly lostSignal: AbortSignal;
  readonly end: () => void;
};

/** An SQL expression for the id of a lease's advisory lock. `nameSql` is an SQL expression for the name of the lease. */
const lockIdOf = (nameSql: string): string => `hashtextextended('daybook lease ' || ${nameSql}, 0)`;

/**
 * Leases for all processes that use one database: only one process at a time runs the work of a name. The leases of a process are
 * advisory locks of one database connection. So they end when the process ends.
 */
export function createLeases(pool: pg.Pool) {
  let connection: Promise<LeaseConnection> | null = null;
  // A connection answers one query at a time.
  const runSerially = createSerialPerKey();

  async function connect(): Promise<LeaseConnection> {
    const client = await pool.connect();
    const lostController = new AbortController();
    // The work of each lease listens to this signal. Without this line, Node warns of a leak when there are more than ten listeners.
    setMaxListeners(0, lostController.signal);
    const onEnd = (): void => {
      if (lostController.signal.aborted) return;
      connection = null;
      lostController.abort();
      // A connection that may still hold leases must not return to the pool.
      client.release(true);
    };
    client.on("error", onEnd).on("end", onEnd);
    return { client, lostSignal: lostController.signal, end: onEnd };
  }

  function currentConnection(): Promise<LeaseConnection> {
    connection ??= connect().catch((error: unknown) => {
      connection = null;
      throw error;
    });
    return connection;
  }

  return {
    /**
     * Runs `work` unless another process holds the lease of this name. A lease does not exclude other work of the same process:
     * the caller must not run the same name twice at the same time.
     *
     * @param work stops when its signal is aborted: by `signal`, or because the lease is lost
     */
    async run(
      name: string,
      signal: AbortSignal,
      work: (signal: AbortSignal) => Promise<void>,
    ): Promise<void> {
      const { client, lostSignal } = await currentConnection();
      const lockId = lockIdOf("$1");
      const { rows } = await runSerially("query", () =>
        client.query<{ isHeld: boolean }>(`SELECT pg_try_advisory_lock(${lockId}) AS "isHeld"`, [name]),
      );
      if (rows[0]?.isHeld !== true) return;
      try {
        await withAnySignal([signal, lostSignal], work);
      } finally {
        if (!lostSignal.aborted) {
          await runSerially("query", () => client.query(`SELECT pg_advisory_unlock(${lockId})`, [name]));
        }
      }
    },

    /** Returns those of the names whose lease some process holds. */
    async heldBySomeProcess(names: readonly string[]): Promise<ReadonlySet<string>> {
      const { rows } = await pool.query<{ name: string }>(
        `SELECT name FROM unnest($1::text[]) AS name
         JOIN pg_locks l ON l.locktype = 'advisory' AND l.objsubid = 1 AND l.granted
           AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
           AND (l.classid::bigint << 32 | l.objid::bigint) = ${lockIdOf("name")}`,
        [names],
      );
      return new Set(rows.map(({ name }) => name));
    },

    /** Ends all leases. */
    async close(): Promise<void> {
      const closingConnection = await connection?.catch(() => null);
      closingConnection?.end();
    },
  };
}

/** See {@link createLeases}. */
export type Leases = ReturnType<typeof createLeases>;
