import pg from "pg";
import type { Logger } from "../logger.ts";

// Ids and positions are whole numbers below 2^53, which a number holds exactly.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** Options of a pool. */
export type PoolOptions = {
  connectionString: string;
  /** The most connections it opens. */
  max?: number;
  applicationName: string;
  /**
   * Unless `false`, a commit is on disk when it returns. Use `false` only for rebuildable data, or for writes that a
   * later durable commit covers.
   */
  durable?: boolean;
  logger?: Pick<Logger, "warn">;
};

/**
 * Opens a pool whose sessions run in UTC. It survives the end of its server. Plans do not depend on the values of
 * parameters; a statement that needs that sets `plan_cache_mode` in its transaction.
 */
export function createPool(options: PoolOptions): pg.Pool {
  // Always set, so that a server's default cannot decide whether a commit survives a crash.
  const settings = [
    "-c timezone=UTC",
    `-c synchronous_commit=${options.durable === false ? "off" : "on"}`,
    // By default a prepared statement with a short array is planned again on each call, which takes longer than running it.
    "-c plan_cache_mode=force_generic_plan",
  ];
  const pool = new pg.Pool({
    connectionString: options.connectionString,
    max: options.max ?? 10,
    application_name: options.applicationName,
    options: settings.join(" "),
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
  });
  // Without a listener, an idle connection that the server closes would end the process.
  pool.on("error", (error) => options.logger?.warn({ err: error }, "lost a database connection"));
  // The same for a connection in use; its user gets the error from the query.
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}

/**
 * Runs `work` in one transaction; it is rolled back when `work` throws.
 *
 * @param begin statements that begin it, sent in one round trip. `work` gets the result of each.
 */
export async function transaction<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient, begun: readonly pg.QueryResult[]) => Promise<T>,
  begin = "BEGIN",
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    // The driver answers several statements with an array.
    const begun = [await client.query(begin)].flat();
    const result = await work(client, begun);
    await client.query("COMMIT");
    return result;
  } catch (error) {
    // A connection that cannot roll back must not return to the pool.
    await client.query("ROLLBACK").catch((failure: Error) => (broken = failure));
    throw error;
  } finally {
    client.release(broken);
  }
}

const deadlockDetected = "40P01";
const deadlockAttempts = 5;

/**
 * Runs one statement or one transaction, and runs it again after a deadlock: then PostgreSQL has ended it without any
 * effect.
 */
export async function overDeadlocks<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- one attempt after the other
      return await work();
    } catch (error) {
      const isDeadlock = error instanceof Error && "code" in error && error.code === deadlockDetected;
      if (!isDeadlock || attempt >= deadlockAttempts) throw error;
    }
  }
}
