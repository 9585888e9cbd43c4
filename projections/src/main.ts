import { setMaxListeners } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { Platform, Role, RoleHealth } from "@daybook/platform/platform";
import type { Projection } from "./core/define-projection.ts";
import { blame, codeOf } from "./live/failure.ts";
import { runFeed } from "./live/feed.ts";
import { createLane, type Lane, type Retry } from "./live/lane.ts";
import { Busy } from "./offline/exclusive.ts";
import { rebuild } from "./offline/rebuild.ts";
import { projections as all } from "./registry.ts";
import { type Checkpoint, readCheckpoint } from "./storage/checkpoint.ts";

/** What the projections need of the platform. No key is among it. */
export type ProjectionsPlatform = Pick<Platform, "store" | "logger"> & {
  readonly pools: Pick<Platform["pools"], "relaxed">;
};

/** Beyond this many events a projection that begins anew is rebuilt, which is faster than following. */
const worthRebuilding = 1_000;

/** Tables of an older version cannot be written by this program, and empty ones beside a long log are filled in bulk. */
async function needsRebuild(
  { store }: ProjectionsPlatform,
  projection: Projection,
  checkpoint: Checkpoint | null,
): Promise<boolean> {
  if (checkpoint === null || checkpoint.version < projection.version) return true;
  if (checkpoint.position !== null) return false;
  const stored = await store.readAll({ after: null, limit: worthRebuilding });
  return stored.length === worthRebuilding;
}

/** Rebuilds together, with one reading of the log; when an event stops that, each alone, so that it stops only its own. */
async function rebuildAll(
  platform: ProjectionsPlatform,
  due: readonly Projection[],
  signal: AbortSignal,
): Promise<void> {
  const { store, logger, pools } = platform;
  const names = due.map(({ name }) => name);
  try {
    logger.info({ projections: names }, "rebuilding projections");
    const { events } = await rebuild({ store, pool: pools.relaxed }, due, { signal });
    logger.info({ projections: names, events }, "rebuilt projections");
  } catch (error) {
    if (blame(error) !== "event") throw error;
    if (due.length > 1) {
      for (const projection of due) await rebuildAll(platform, [projection], signal);
    } else {
      logger.error({ projections: names, code: codeOf(error) }, "an event stops the rebuild of a projection");
    }
  }
}

/**
 * Rebuilds what has to be before the projections follow the log. Where an event cannot be applied, the tables stay as
 * they are: old ones then stand still, which the role's health says, and new ones follow the log and park.
 */
async function rebuildWhereNeeded(
  platform: ProjectionsPlatform,
  projections: readonly Projection[],
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    const due: Projection[] = [];
    for (const projection of projections) {
      const checkpoint = await readCheckpoint(platform.pools.relaxed, projection.name);
      if (await needsRebuild(platform, projection, checkpoint)) due.push(projection);
    }
    if (due.length === 0) return;
    try {
      return await rebuildAll(platform, due, signal);
    } catch (error) {
      if (!(error instanceof Busy)) throw error;
      // Another process is at it; when it is done there may be nothing left to do.
      await sleep(500, undefined, { signal });
    }
  }
}

/**
 * Starts the projections: brings their tables to this program's version, and then follows the log until stopped. Resolves
 * when the tables can be read.
 */
export async function startProjections(
  platform: ProjectionsPlatform,
  options: { projections?: readonly Projection[]; retry?: Retry; patience?: number } = {},
): Promise<Role> {
  const { store, logger } = platform;
  const { relaxed: pool } = platform.pools;
  const { projections = all, retry, patience } = options;
  const stopping = new AbortController();
  // Every lane that waits listens to it, and there is a lane for each stream in trouble.
  setMaxListeners(0, stopping.signal);
  const { signal } = stopping;

  await rebuildWhereNeeded(platform, projections, signal);
  const lanes: Lane[] = [];
  for (const projection of projections) {
    const checkpoint = await readCheckpoint(pool, projection.name);
    const deps = { store, pool, projection, logger, ...(retry && { retry }) };
    lanes.push(createLane(deps, checkpoint?.position ?? null));
  }
  const running = runFeed({ store, lanes, logger, signal, ...(patience !== undefined && { patience }) });

  async function health(): Promise<RoleHealth> {
    if (lanes.some(({ state }) => state === "superseded" || state === "stopped")) return { status: "down" };
    if (lanes.some(({ state }) => state === "failing")) return { status: "degraded" };
    const { rows } = await pool.query<{ parked: boolean }>(
      "SELECT EXISTS (SELECT FROM read_models.parked_events) AS parked",
    );
    return { status: rows[0]?.parked ? "degraded" : "ok" };
  }

  return {
    health: () => health().catch(() => ({ status: "down" as const })),
    async stop() {
      stopping.abort();
      await running.catch(() => {});
    },
    ended: running,
  };
}
