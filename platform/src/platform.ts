import type pg from "pg";
import type { Clock } from "./clock.ts";
import type { Config } from "./config.ts";
import type { DataFolder } from "./embedded/data-folder.ts";
import { createPostgresEventStore } from "./event-store/postgres.ts";
import type { EventStore } from "./event-store/event-store.ts";
import type { Logger } from "./logger.ts";
import { createListener, type Listener } from "./postgres/listen.ts";
import { createPool } from "./postgres/pool.ts";
import { newProcessId } from "./postgres/process-presence.ts";
import { createWorkerThreads, type WorkerThreads } from "./worker-threads/worker-threads.ts";
import { createServerWatch, type ServerTimeouts, type ServerWatch } from "./postgres/server-watch.ts";

/** The four roles of Daybook. Each can be a process; with the embedded default, one process runs them all. */
export type RoleName = "api" | "projections" | "search-indexer" | "schedulers";

/** The state of a role, for the health call. */
export type RoleHealth = { readonly status: "ok" | "degraded" | "down" };

/** A running role. */
export type Role = {
  health(): Promise<RoleHealth>;
  /** Finishes running work and stops. Never rejects, even when parts of the role have stopped before. */
  stop(): Promise<void>;
  /** Settles when the role ended by itself. The process then exits. */
  readonly ended?: Promise<unknown>;
};

/** What every role depends on. The composition root builds it once. */
export type Platform = {
  readonly config: Config;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly random: () => number;
  readonly dataFolder: DataFolder;
  /** May be undefined in a process that runs only the projections, because they need no keys. */
  readonly masterKey: Buffer | undefined;
  readonly store: EventStore;
  /** The id under which this process is present in the database. */
  readonly processId: number;
  /** One LISTEN connection for the whole process. */
  readonly listener: Listener;
  /** Notices when the database no longer answers. */
  readonly databaseWatch: ServerWatch;
  readonly pools: {
    /** Commits are on disk when they return. */
    readonly durable: pg.Pool;
    /**
     * Commits reach the disk a moment later. Only for rebuildable data, or for writes that a later durable commit
     * brings to the disk too.
     */
    readonly relaxed: pg.Pool;
  };
  /** Threads for work on large texts. */
  readonly threads: WorkerThreads;
  /** The roles of this process, filled as they start. */
  readonly roles: ReadonlyMap<RoleName, Role>;
};

/** What exists before the platform: configuration, folders, a database, the master key. */
export type PlatformParts = {
  config: Config;
  logger: Logger;
  dataFolder: DataFolder;
  databaseUrl: string;
  masterKey: Buffer | undefined;
  roles: ReadonlyMap<RoleName, Role>;
  /** How long to wait for the database; shorter in tests. */
  databaseTimeouts?: ServerTimeouts;
};

/** Opens the configured event store. */
export async function openEventStore(
  parts: Pick<PlatformParts, "config" | "databaseUrl" | "logger">,
  listener: Listener,
  watch?: ServerWatch,
): Promise<EventStore> {
  const { config, databaseUrl, logger } = parts;
  if (config.eventStoreUrl === undefined) {
    const pool = createPool({
      connectionString: databaseUrl,
      max: 6,
      applicationName: "daybook event store",
      watch,
      logger,
    });
    return createPostgresEventStore({ pool, listener, logger });
  }
  // The client of KurrentDB has native code. The import is here so that the embedded default never loads the client.
  const { createKurrentEventStore } = await import("./event-store/kurrent.ts");
  return createKurrentEventStore({ url: config.eventStoreUrl });
}

/** Opens the connections of a process. */
export async function createPlatform(parts: PlatformParts): Promise<Platform> {
  const { databaseUrl: connectionString, logger } = parts;
  const processId = newProcessId();
  const listener = createListener({ connectionString, logger, processId });
  const { databaseTimeouts: timeouts } = parts;
  const watch = createServerWatch({ connectionString, logger, ...(timeouts && { timeouts }) });
  return {
    config: parts.config,
    logger,
    clock: { now: () => Date.now() },
    random: Math.random,
    dataFolder: parts.dataFolder,
    masterKey: parts.masterKey,
    store: await openEventStore(parts, listener, watch),
    processId,
    listener,
    databaseWatch: watch,
    pools: {
      durable: createPool({ connectionString, max: 10, applicationName: "daybook", watch, logger }),
      // A rebuild at the start uses a connection for each projection.
      relaxed: createPool({
        connectionString,
        max: 20,
        applicationName: "daybook relaxed",
        durable: false,
        watch,
        logger,
      }),
    },
    threads: createWorkerThreads(),
    roles: parts.roles,
  };
}

/** Closes the connections in the order of their dependencies. */
export async function closePlatform(platform: Platform): Promise<void> {
  platform.databaseWatch.close();
  await platform.threads.close();
  await platform.store.close();
  await platform.listener.close();
  await Promise.all([platform.pools.durable.end(), platform.pools.relaxed.end()]);
}
