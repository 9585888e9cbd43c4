import { spawn, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { open, readFile, realpath } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import { StartError } from "../start-error.ts";
import { type ReadFreeBytes, isDiskFull } from "./disk-space.ts";
import { readIfExists, writeFileDurably } from "./durable-file.ts";
import { assertClusterVersion, initialiseCluster, SUPERUSER } from "./initialise-cluster.ts";
import { installedBinaries, runnableBinaries, type NativeBinaries } from "./native-binaries.ts";
import { clusterOf, findPostgresHome, rememberHome, type PostgresHome } from "./postgres-home.ts";
import { prepareDatabase, probe } from "./server-probe.ts";
import { shutDownImmediately, cleanUpLeftovers, stopServer, type StopTimeouts } from "./server-processes.ts";
import { SERVER_ENVIRONMENT, serverParameters } from "./server-settings.ts";
import { freePort } from "./free-port.ts";

/** The part of a logger that the embedded server uses. */
export type ServerLog = Pick<Logger, "info" | "warn">;

/** Options of an embedded server. */
export type StartPostgresOptions = {
  /** The database's part of the data folder; created when it is missing. One process at a time may use it. */
  folder: string;
  logger: ServerLog;
  /** Called with a short sentence before each step that takes time. */
  onProgress?: (step: string) => void;
  /** The port to listen on; any free one by default. */
  port?: number;
  /** False for a cluster that a test deletes: nothing is flushed to disk. */
  durable?: boolean;
  /** Settings of the server that replace the defaults. */
  settings?: Readonly<Record<string, string>>;
  /**
   * Folders of Daybook above `folder`. When this process is root, the server runs under another system account. The group of these
   * folders may then be changed, so that the account can pass through them.
   */
  passableFolders?: readonly string[];
  /** Where to put a new cluster when the server's system account cannot reach `folder`. */
  fallback?: string;
  /** The programs to run; by default those that npm installed. */
  binaries?: NativeBinaries;
  /** When true, a missing cluster is an error, and no new one is created. */
  mustExist?: boolean;
  /** Returns the free space of the disk; tests pretend that it is full. */
  readFreeBytes?: ReadFreeBytes;
  /** Aborts the start: {@link startPostgres} stops what it has started, and rejects. */
  signal?: AbortSignal;
};

/** A running embedded server. */
export type PostgresServer = {
  /** The URL of the database `daybook` with the superuser's password, for connections from this machine. */
  url: string;
  pid: number;
  port: number;
  /** Resolves when the server has ended, for any reason. */
  ended: Promise<void>;
  /** Stops the server: by a fast shutdown, and by force after a time limit. Always settles, also when the server is gone. */
  stop(): Promise<void>;
};

/** These times are short, because all of Daybook must stop within ten seconds. */
const STOP_TIMEOUTS: StopTimeouts = { fast: 2500, immediate: 500 };
const READY_WITHIN_MS = 300_000;
const PORT_ATTEMPTS = 5;
const LOG_LIMIT_BYTES = 5_000_000;
const PASSWORD_FILE = "password";

/**
 * Starts the embedded PostgreSQL of a data folder and resolves when the server answers queries. The first start initialises the
 * cluster. A later start cleans up after a killed run, and waits while the server recovers from a crash. Throws a `StartError`
 * with one sentence when the server cannot be started.
 */
export async function startPostgres(options: StartPostgresOptions): Promise<PostgresServer> {
  const { folder, logger, durable = true, signal } = options;
  const reportProgress = options.onProgress ?? (() => undefined);
  if (options.mustExist && !existsSync(await clusterOf(folder))) {
    throw new StartError("postgres_gone", `The database in ${folder} is gone.`);
  }
  const home = await findPostgresHome(
    folder,
    options.passableFolders ?? [],
    options.fallback ?? "/var/lib/daybook",
  );
  if (home.movedTo !== undefined) {
    logger.info(
      `PostgreSQL runs as ${home.user?.name ?? "this account"}, which cannot enter the data folder, so the database is kept in ${home.movedTo}.`,
    );
  }
  const password = await loadOrCreatePassword(folder, existsSync(home.cluster));
  const leftovers = await cleanUpLeftovers(home.cluster, STOP_TIMEOUTS);
  if (leftovers === "orphan")
    logger.info("Stopped the PostgreSQL server that an earlier, killed run had left.");
  if (leftovers === "stale") reportProgress("Recovering the database after an unclean stop");
  signal?.throwIfAborted();

  const binaries = options.binaries ?? (await installedBinaries());
  const programs = await runnableBinaries(binaries, home.folder, home.user);
  if (programs.isCopy) logger.info(`PostgreSQL runs from a copy of its programs in ${programs.folder}.`);
  if (existsSync(home.cluster)) await assertClusterVersion(home.cluster, binaries.version);
  else {
    reportProgress("Initialising the database");
    const { cluster, user } = home;
    await initialiseCluster({ cluster, programsFolder: programs.folder, password, user, durable });
  }
  await rememberHome(folder, home);
  signal?.throwIfAborted();

  reportProgress("Starting PostgreSQL");
  const server = await launch(home, programs.folder, password, options);
  try {
    await prepareDatabase(server.url);
    signal?.throwIfAborted();
  } catch (error) {
    await server.stop();
    throw error;
  }
  return server;
}

/** Starts the server process, and tries again when its port was taken in the meantime. */
async function launch(
  home: PostgresHome,
  programsFolder: string,
  password: string,
  options: StartPostgresOptions,
): Promise<PostgresServer> {
  for (let attempt = 1; ; attempt += 1) {
    const port = options.port ?? (await freePort());
    const startedServer = await spawnServer(home, programsFolder, port, options);
    const url = `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/daybook`;
    const outcome = await waitUntilReady(startedServer, url, options.signal);
    if (outcome === "ready") return startedServer.toPostgresServer(url, port);
    await startedServer.stop();
    options.signal?.throwIfAborted();
    if (outcome === "ended" && (await isDiskFull(home.folder, options.readFreeBytes))) {
      throw new StartError(
        "disk_full",
        `PostgreSQL did not start, because the disk of ${home.folder} is full; free some space and start again.`,
      );
    }
    const lastLogLines = await readLastLogLines(home);
    if (
      outcome === "ended" &&
      /could not bind|Address already in use/.test(lastLogLines) &&
      attempt < PORT_ATTEMPTS
    ) {
      await sleep(100);
      continue;
    }
    throw new StartError(
      "postgres_failed",
      outcome === "wrong password"
        ? `The database in ${home.cluster} does not accept the password in ${join(options.folder, PASSWORD_FILE)}; put back the password file of this database.`
        : `PostgreSQL did not start; its log ends: ${lastLogLines || "(empty)"}`,
    );
  }
}

type StartedServer = {
  hasEnded: () => boolean;
  stop: () => Promise<void>;
  toPostgresServer: (url: string, port: number) => PostgresServer;
};

async function spawnServer(
  home: PostgresHome,
  programsFolder: string,
  port: number,
  options: StartPostgresOptions,
): Promise<StartedServer> {
  const log = await openLog(home);
  let child: ChildProcess;
  try {
    child = spawn(
      join(programsFolder, "bin", "postgres"),
      serverParameters(home.cluster, port, options.durable ?? true, options.settings ?? {}),
      {
        cwd: "/",
        env: SERVER_ENVIRONMENT,
        // The server gets its own process session, so that Ctrl-C in the terminal reaches only Daybook. Daybook stops the server last.
        detached: true,
        stdio: ["ignore", log.fd, log.fd],
        ...(home.user && { uid: home.user.uid, gid: home.user.gid }),
      },
    );
  } finally {
    await log.close();
  }
  const pid = child.pid ?? -1;
  let hasEnded = pid < 0;
  // If this process exits without calling `stop`, it still ends its server.
  const killOnExit = () => shutDownImmediately(pid);
  if (!hasEnded) process.once("exit", killOnExit);
  const ended = new Promise<void>((resolve) => {
    const end = () => {
      hasEnded = true;
      process.off("exit", killOnExit);
      resolve();
    };
    child.once("exit", end);
    child.once("error", end);
  });
  const stop = async () => {
    if (hasEnded) return;
    await stopServer(pid, home.cluster, STOP_TIMEOUTS);
    await ended;
  };
  return {
    hasEnded: () => hasEnded,
    stop,
    toPostgresServer: (url, port) => ({ url, port, pid, ended, stop }),
  };
}

/**
 * Waits until the server accepts connections. While it replays its log after a crash, it does not accept them yet. An abort counts as
 * "ended".
 */
async function waitUntilReady(
  startedServer: StartedServer,
  url: string,
  signal: AbortSignal | undefined,
): Promise<"ready" | "wrong password" | "ended" | "timeout"> {
  const deadline = performance.now() + READY_WITHIN_MS;
  while (performance.now() < deadline) {
    if (startedServer.hasEnded() || signal?.aborted) return "ended";
    const answer = await probe(url);
    if (answer !== "not yet") return answer;
    await sleep(20);
  }
  return "timeout";
}

async function loadOrCreatePassword(folder: string, clusterExists: boolean): Promise<string> {
  const path = join(await realpath(folder), PASSWORD_FILE);
  const storedContent = await readIfExists(path);
  if (storedContent) return storedContent.trim();
  if (clusterExists) {
    throw new StartError(
      "postgres_failed",
      `The password of the database is missing: put back the file ${path}, or remove the folder ${folder} to begin with an empty database.`,
    );
  }
  const password = randomBytes(24).toString("base64url");
  await writeFileDurably(path, `${password}\n`, 0o600);
  return password;
}

const logPath = (home: PostgresHome) => join(home.folder, "server.log");

/** Opens the server's log. A large log is emptied first, because only the last runs matter. */
async function openLog(home: PostgresHome) {
  const log = await open(logPath(home), "a", 0o600);
  if ((await log.stat()).size > LOG_LIMIT_BYTES) await log.truncate(0);
  return log;
}

async function readLastLogLines(home: PostgresHome): Promise<string> {
  const text = await readFile(logPath(home), "utf8").catch(() => "");
  return text.trim().split("\n").slice(-3).join(" / ");
}
