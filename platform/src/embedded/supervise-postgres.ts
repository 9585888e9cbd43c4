import { setTimeout as sleep } from "node:timers/promises";
import { startPostgres, type PostgresServer, type StartPostgresOptions } from "./postgres-server.ts";

/** An embedded server that is restarted whenever it ends without a call of `stop`. */
export type SupervisedPostgres = {
  /** Stays the same after restarts. */
  url: string;
  /** The current server process. */
  pid(): number;
  /** Ends the supervision and the server. Always settles. */
  stop(): Promise<void>;
};

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5000;

/**
 * Starts the embedded server and keeps it running on the same port, so that clients reconnect after it was killed or
 * crashed. A restart that fails, for example on a full disk, is tried again until `stop` is called. Throws like `startPostgres` when
 * the first start fails.
 */
export async function supervisePostgres(options: StartPostgresOptions): Promise<SupervisedPostgres> {
  const stopController = new AbortController();
  let server = await startPostgres(options);
  const { url, port } = server;

  const supervision = (async () => {
    for (;;) {
      await server.ended;
      if (stopController.signal.aborted) return;
      options.logger.warn("PostgreSQL ended unexpectedly and is started again.");
      const nextServer = await restart();
      if (!nextServer) return;
      server = nextServer;
      options.logger.info(`PostgreSQL runs again as process ${server.pid}.`);
    }
  })();

  async function restart(): Promise<PostgresServer | undefined> {
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      try {
        return await startPostgres({ ...options, port, mustExist: true, signal: stopController.signal });
      } catch (error) {
        if (stopController.signal.aborted) return undefined;
        options.logger.warn(
          error instanceof Error ? error.message : "PostgreSQL could not be started again.",
        );
        await sleep(pause, undefined, { signal: stopController.signal }).catch(() => undefined);
      }
    }
  }

  return {
    url,
    pid: () => server.pid,
    async stop() {
      stopController.abort();
      await server.stop();
      await supervision;
    },
  };
}
