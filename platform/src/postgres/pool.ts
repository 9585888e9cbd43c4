import pg from "pg";
import type { Logger } from "../logger.ts";

// Ids and positions are whole numbers below 2^53, so a number holds them.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** How a pool connects. */
export type PoolOptions = {
  connectionString: string;
  /** The most connections it opens. */
  max?: number;
  applicationName: string;
  /** Unless `false`, commits are on disk when they answer. `false`: they answer earlier. For what can be made again, or what a later durable commit carries. */
  durable?: boolean;
  logger?: Pick<Logger, "warn">;
};

/** Opens a pool whose sessions run in UTC, and which survives its server's end. */
export function createPool(options: PoolOptions): pg.Pool {
  // Said both ways: what a server has as its default must not decide whether an answered commit survives a crash.
  const settings = ["-c timezone=UTC", `-c synchronous_commit=${options.durable === false ? "off" : "on"}`];
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
  // Nor may one that is lent out: whoever has it learns of its end from the query.
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}

/** Runs `work` in one transaction; it is rolled back when `work` throws. */
export async function transaction<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
  begin = "BEGIN",
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query(begin);
    const result = await work(client);
    await client.query("COMMIT");
    return result;
  } catch (error) {
    // A connection that cannot even roll back is not given to the next one.
    await client.query("ROLLBACK").catch((failure: Error) => (broken = failure));
    throw error;
  } finally {
    client.release(broken);
  }
}

const deadlockDetected = "40P01";
const deadlockAttempts = 5;

/**
 * Runs what is one statement or one transaction, and again when it and another waited for each other: the server ends one of the
 * two, and nothing of that one was done.
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
