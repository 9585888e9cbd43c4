import { setMaxListeners } from "node:events";
import type pg from "pg";
import { createSerialPerKey } from "../serial-per-key.ts";
import { withAnySignal } from "../with-any-signal.ts";

/** The connection that holds the leases. `lostSignal` is aborted when it ends, because all leases end with it. */
type Session = {
  readonly client: pg.PoolClient;
  readonly lostSignal: AbortSignal;
  readonly end: () => void;
};

/** The SQL of the advisory lock of a lease. */
const lockIdOf = (name: string): string => `hashtextextended('daybook lease ' || ${name}, 0)`;

/**
 * Leases over all processes on one database: work under a name runs in one of them at a time. They are advisory locks of
 * one connection, so they end with the process.
 */
export function createLeases(pool: pg.Pool) {
  let session: Promise<Session> | null = null;
  // A connection answers one query at a time.
  const runSerially = createSerialPerKey();

  async function connect(): Promise<Session> {
    const client = await pool.connect();
    const lostController = new AbortController();
    // Each holder of a lease listens to this signal, so many listeners are no leak.
    setMaxListeners(0, lostController.signal);
    const onEnd = (): void => {
      if (lostController.signal.aborted) return;
      session = null;
      lostController.abort();
      // A connection that may still hold leases must not return to the pool.
      client.release(true);
    };
    client.on("error", onEnd).on("end", onEnd);
    return { client, lostSignal: lostController.signal, end: onEnd };
  }

  function currentSession(): Promise<Session> {
    session ??= connect().catch((error: unknown) => {
      session = null;
      throw error;
    });
    return session;
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
      const { client, lostSignal } = await currentSession();
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
      const closingSession = await session?.catch(() => null);
      closingSession?.end();
    },
  };
}

/** See {@link createLeases}. */
export type Leases = ReturnType<typeof createLeases>;
