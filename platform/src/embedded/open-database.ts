import { realpath } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { StartError } from "../start-error.ts";
import { openDataFolder } from "./data-folder.ts";
import { readIfExists } from "./durable-file.ts";
import { SUPERUSER } from "./initialise-cluster.ts";
import { clusterOf } from "./postgres-home.ts";
import { startPostgres, type ServerLog } from "./postgres-server.ts";
import { probe } from "./server-probe.ts";
import { PID_FILE, isServerOfCluster } from "./server-processes.ts";

/** A database that a separate command may use until it calls `close`. */
export type OpenDatabase = {
  url: string;
  /** True when a Daybook may be running on it. */
  isInUse: boolean;
  /** Stops what was started for the command. The server of a running Daybook continues. */
  close(): Promise<void>;
};

const ATTACH_WITHIN_MS = 60_000;
const POLL_MS = 200;

type DatabaseOptions = {
  databaseUrl: string | undefined;
  /** The data folder as configured, not the `postgres` folder in it. */
  dataFolder: string;
  logger: ServerLog;
  onProgress?: (step: string) => void;
};

/**
 * The database for a separate command, such as `npm run projections`: the configured server, else that of the Daybook that
 * runs on the data folder, else one that is started for the command.
 */
export async function openDatabase(options: DatabaseOptions): Promise<OpenDatabase> {
  if (options.databaseUrl !== undefined) {
    return { url: options.databaseUrl, isInUse: true, close: () => Promise.resolve() };
  }
  const deadline = performance.now() + ATTACH_WITHIN_MS;
  for (;;) {
    try {
      return await startForCommand(options);
    } catch (error) {
      if (!(error instanceof StartError) || error.code !== "data_folder_in_use") throw error;
      // The Daybook that uses the data folder may be starting, restarting its database server, or stopping.
      const url = await readServerUrl(join(await realpath(options.dataFolder), "postgres"));
      if (url !== undefined && (await probe(url)) === "ready") {
        return { url, isInUse: true, close: () => Promise.resolve() };
      }
      if (performance.now() > deadline) throw error;
    }
    await sleep(POLL_MS);
  }
}

/** Starts the server of a data folder that no Daybook uses. */
async function startForCommand(options: DatabaseOptions): Promise<OpenDatabase> {
  const folder = await openDataFolder(options.dataFolder);
  try {
    const server = await startPostgres({
      folder: folder.postgres,
      logger: options.logger,
      passableFolders: folder.isNew ? [folder.path] : [],
      ...(options.onProgress && { onProgress: options.onProgress }),
    });
    const close = async () => {
      await server.stop();
      await folder.release();
    };
    return { url: server.url, isInUse: false, close };
  } catch (error) {
    await folder.release();
    throw error;
  }
}

/** The URL of a running server, from its PID file: the process id is on the first line, the port on the fourth. */
async function readServerUrl(folder: string): Promise<string | undefined> {
  const cluster = await clusterOf(folder);
  const password = await readIfExists(join(folder, "password"));
  const [pid, , , port] = ((await readIfExists(join(cluster, PID_FILE))) ?? "").split("\n");
  if (!password || !port || !isServerOfCluster(Number(pid), cluster)) return undefined;
  return `postgres://${SUPERUSER}:${password.trim()}@127.0.0.1:${port}/daybook`;
}
