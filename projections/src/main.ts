import { setMaxListeners } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { APPENDED_CHANNEL } from "@daybook/platform/event-store/announcer";
import type { Platform, Role, RoleHealth } from "@daybook/platform/platform";
import type { Projection } from "./core/define-projection.ts";
import { classifyFailure, codeOf } from "./live/failure.ts";
import { runFeed } from "./live/feed.ts";
import { createProjectionRunner, type ProjectionRunner, type Retry } from "./live/projection-runner.ts";
import { AlreadyRunning } from "./offline/exclusive.ts";
import { rebuild } from "./offline/rebuild.ts";
import { projections as allProjections } from "./registry.ts";
import { type Checkpoint, createIdleMover, readCheckpoint } from "./storage/checkpoint.ts";

/** The parts of the platform that projections need. Projections need no keys. */
export type ProjectionsPlatform = Pick<Platform, "store" | "logger" | "listener"> & {
  readonly pools: Pick<Platform["pools"], "relaxed">;
};

/** Empty tables are rebuilt when the log has at least this many events, which is faster than following it. */
const rebuildThreshold = 1_000;

/**
 * True when the tables are missing or have an older version: this program cannot write such tables. Also true when the tables are empty
 * and the log is long.
 */
async function needsRebuild(
  { store }: ProjectionsPlatform,
  projection: Projection,
  checkpoint: Checkpoint | null,
): Promise<boolean> {
  if (checkpoint === null || checkpoint.version < projection.version) return true;
  if (checkpoint.position !== null) return false;
  const storedEvents = await store.readAll({ after: null, limit: rebuildThreshold });
  return storedEvents.length === rebuildThreshold;
}

/**
 * Rebuilds projections with one read of the log. When an event cannot be applied, rebuilds each projection separately, so that only
 * those that cannot apply it fail.
 */
async function rebuildAll(
  platform: ProjectionsPlatform,
  projectionsToRebuild: readonly Projection[],
  signal: AbortSignal,
): Promise<void> {
  const { store, logger, pools } = platform;
  const names = projectionsToRebuild.map(({ name }) => name);
  try {
    logger.info({ projections: names }, "rebuilding projections");
    const { events } = await rebuild({ store, pool: pools.relaxed }, projectionsToRebuild, { signal });
    logger.info({ projections: names, events }, "rebuilt projections");
  } catch (error) {
    if (classifyFailure(error) !== "event") throw error;
    if (projectionsToRebuild.length > 1) {
      for (const projection of projectionsToRebuild) await rebuildAll(platform, [projection], signal);
    } else {
      logger.error({ projections: names, code: codeOf(error) }, "an event stops the rebuild of a projection");
    }
  }
}

/**
 * Rebuilds projections before they follow the log. When an event cannot be applied, the tables stay as they are. Tables of an older
 * version are then not updated, and the role's health is "down". Empty tables of this version follow the log, and the event is parked.
 */
async function rebuildWhereNeeded(
  platform: ProjectionsPlatform,
  projections: readonly Projection[],
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    const projectionsToRebuild: Projection[] = [];
    for (const projection of projections) {
      const checkpoint = await readCheckpoint(platform.pools.relaxed, projection.name);
      if (await needsRebuild(platform, projection, checkpoint)) projectionsToRebuild.push(projection);
    }
    if (projectionsToRebuild.length === 0) return;
    try {
      return await rebuildAll(platform, projectionsToRebuild, signal);
    } catch (error) {
      if (!(error instanceof AlreadyRunning)) throw error;
      // Another process is rebuilding. Afterwards there may be nothing left to do.
      await sleep(500, undefined, { signal });
    }
  }
}

/**
 * Starts the projections: rebuilds tables where needed, and then follows the log until stopped. Resolves when it begins to
 * follow the log.
 *
 * @param options.signal aborts a rebuild during the start, and the start then fails. It does not stop a role that has started
 */
export async function startProjections(
  platform: ProjectionsPlatform,
  options: {
    projections?: readonly Projection[];
    retry?: Retry;
    detachAfterMs?: number;
    signal?: AbortSignal;
  } = {},
): Promise<Role> {
  const { store, logger } = platform;
  const { relaxed: pool } = platform.pools;
  const { projections = allProjections, retry, detachAfterMs } = options;
  const stopping = new AbortController();
  // Every waiting runner adds a listener to this signal. 0 turns off Node's warning about many listeners.
  setMaxListeners(0, stopping.signal);
  const { signal } = stopping;

  await rebuildWhereNeeded(platform, projections, options.signal ?? signal);
  const runners: ProjectionRunner[] = [];
  const moveIdle = createIdleMover(pool);
  for (const projection of projections) {
    const checkpoint = await readCheckpoint(pool, projection.name);
    const deps = { store, pool, projection, logger, moveIdle, ...(retry && { retry }) };
    runners.push(createProjectionRunner(deps, checkpoint?.position ?? null));
  }
  // `null` says that the listener has connected again, perhaps after a crash of the database. Such a crash may lose the newest commits
  // of the checkpoints, so the runners read them again.
  const unsubscribe = platform.listener.subscribe(APPENDED_CHANNEL, (payload) => {
    if (payload === null) for (const runner of runners) runner.checkPosition();
  });
  const feed = runFeed({
    store,
    runners,
    logger,
    signal,
    ...(detachAfterMs !== undefined && { detachAfterMs }),
  });

  async function health(): Promise<RoleHealth> {
    if (runners.some(({ state }) => state === "superseded" || state === "stopped")) return { status: "down" };
    if (runners.some(({ state }) => state === "failing")) return { status: "degraded" };
    const { rows } = await pool.query<{ parked: boolean }>(
      "SELECT EXISTS (SELECT FROM read_models.parked_events) AS parked",
    );
    return { status: rows[0]?.parked ? "degraded" : "ok" };
  }

  return {
    health: () => health().catch(() => ({ status: "down" as const })),
    async stop() {
      stopping.abort();
      unsubscribe();
      await feed.catch(() => {});
    },
    ended: feed,
  };
}
