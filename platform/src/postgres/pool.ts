import pg from "pg";
import type { Logger } from "../logger.ts";
import { DatabaseSilent, type ServerWatch } from "./server-watch.ts";

// Ids and positions are whole numbers below 2^53, which a number holds exactly.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** Options of a pool. */
export type PoolOptions = {
  connectionString: string;
  /** The most connections that the pool opens. */
  max?: number;
  applicationName: string;
  /**
   * By default, a commit is on disk when the call returns. With `false`, a crash of the database can lose the last commits. Use `false`
   * only for rebuildable data, or for writes that a later durable commit covers.
   */
  durable?: boolean;
  /** Ends running statements and waiting calls when the server no longer answers. */
  watch?: ServerWatch | undefined;
  logger?: Pick<Logger, "warn">;
};

type ConnectCallback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (broken?: Error | boolean) => void,
) => void;

/** A pool whose `connect` fails immediately while the watch finds the server silent. Without a watch, a plain pool. */
class WatchedPool extends pg.Pool {
  readonly #watch: ServerWatch | undefined;

  constructor(config: pg.PoolConfig, watch: ServerWatch | undefined) {
    super(config);
    this.#watch = watch;
    if (watch) this.on("connect", (client) => watch.watchStatements(client));
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | void {
    if (!callback) return this.#connect();
    this.#connect().then(
      (client) => callback(undefined, client, (failure) => client.release(failure)),
      (error: Error) => callback(error, undefined, () => {}),
    );
  }

  async #connect(): Promise<pg.PoolClient> {
    const watch = this.#watch;
    if (!watch) return super.connect();
    if (watch.isSilent) throw new DatabaseSilent();
    const connecting = super.connect();
    return new Promise((resolve, reject) => {
      let hasGivenUp = false;
      const end = watch.watchWait(() => {
        hasGivenUp = true;
        reject(new DatabaseSilent());
      });
      connecting.then((client) => {
        end();
        if (hasGivenUp) client.release();
        else resolve(client);
      }, reject);
      connecting.catch(end);
    });
  }
}

/** How long to wait for a connection, in milliseconds. */
const connectionTimeoutMs = {
  plain: 5_000,
  /**
   * This may be longer, because the watch ends a wait for a server that does not answer. A server that is only busy needs seconds for each
   * new connection, and Daybook opens many connections together when it starts.
   */
  watched: 15_000,
};

/**
 * Opens a pool whose sessions run in UTC. A lost connection does not end the process. Query plans do not depend on the values of
 * parameters; a statement that needs a query plan for its values sets `plan_cache_mode` in its transaction.
 */
export function createPool(options: PoolOptions): pg.Pool {
  const settings = [
    "-c timezone=UTC",
    // Always set, so that a server's default cannot decide whether a commit survives a crash.
    `-c synchronous_commit=${options.durable === false ? "off" : "on"}`,
    // By default a prepared statement with a short array is planned again on each call, which takes longer than running it.
    "-c plan_cache_mode=force_generic_plan",
    // When the machine of a Daybook process is gone, the database server ends the sessions of that machine, and frees their locks, after
    // half a minute, or about 15 minutes if the server was still sending. By default, an idle session stays for hours.
    "-c tcp_keepalives_idle=15 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3",
  ];
  const config = {
    connectionString: options.connectionString,
    max: options.max ?? 10,
    application_name: options.applicationName,
    options: settings.join(" "),
    connectionTimeoutMillis: options.watch ? connectionTimeoutMs.watched : connectionTimeoutMs.plain,
    idleTimeoutMillis: 30_000,
    // Finds and ends connections whose other end is gone because the network was cut.
    keepAlive: true,
  };
  const pool = new WatchedPool(config, options.watch);
  // Without a listener, an idle connection that the server closes would end the process.
  pool.on("error", (error) => options.logger?.warn({ err: error }, "lost a database connection"));
  // The same for a connection in use. The code that uses it gets the error from its query.
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}

/**
 * Runs `work` in one transaction; it is rolled back when `work` throws.
 *
 * @param beginStatements statements that begin it, sent in one round trip. `work` gets the result of each.
 */
export async function transaction<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient, beginResults: readonly pg.QueryResult[]) => Promise<T>,
  beginStatements = "BEGIN",
): Promise<T> {
  const client = await pool.connect();
  let rollbackError: Error | undefined;
  try {
    // The driver answers several statements with an array.
    const beginResults = [await client.query(beginStatements)].flat();
    const result = await work(client, beginResults);
    await client.query("COMMIT");
    return result;
  } catch (error) {
    // A connection that cannot roll back must not return to the pool.
    await client.query("ROLLBACK").catch((failure: Error) => (rollbackError = failure));
    throw error;
  } finally {
    client.release(rollbackError);
  }
}

const deadlockDetected = "40P01";
const deadlockAttempts = 5;

/**
 * Runs one statement or one transaction, and runs it again after a deadlock, up to five times in all. The attempt that PostgreSQL
 * ends in a deadlock changes nothing.
 */
export async function retryOnDeadlock<T>(work: () => Promise<T>): Promise<T> {
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
