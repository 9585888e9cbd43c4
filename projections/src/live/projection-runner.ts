import { setTimeout as sleep } from "node:timers/promises";
import type { EventStore, Position } from "@daybook/platform/event-store/event-store";
import type { Logger } from "@daybook/platform/logger";
import { comparePositions } from "@daybook/platform/event-store/position";
import type pg from "pg";
import type { Projection } from "../core/define-projection.ts";
import { ignoresAll } from "../core/fold-batch.ts";
import { type Batch, endPosition, splitInHalf, toBatch } from "../core/log-event.ts";
import {
  assertCurrentVersion,
  assertLogReaches,
  CheckpointBehind,
  LogTooShort,
  type MoveIdle,
  readCheckpoint,
} from "../storage/checkpoint.ts";
import { applyBatch, parkBatch } from "./apply-batch.ts";
import { classifyFailure, codeOf } from "./failure.ts";

/** How many times to try an event, and how many milliseconds to pause after the n-th failure, counted from 1. */
export type Retry = { readonly attempts: number; readonly pause: (failures: number) => number };

/** Five attempts within about three seconds. While the environment fails, such as the database, the pauses grow to five seconds. */
export const defaultRetry: Retry = {
  attempts: 5,
  pause: (failures) => Math.min(5_000, 100 * 2 ** failures),
};

/** The dependencies of a {@link ProjectionRunner}. */
export type ProjectionRunnerDeps = {
  store: Pick<EventStore, "readAll" | "head">;
  pool: pg.Pool;
  projection: Projection;
  logger: Pick<Logger, "warn" | "error">;
  retry?: Retry;
  /** Moves the checkpoint past ignored events. All runners get the same function, so that their moves share one round trip. */
  moveIdle?: MoveIdle;
};

/** The state of a projection. `superseded`: its tables are missing, or another version of the program writes them now. */
export type ProjectionRunnerState = "ok" | "failing" | "superseded" | "stopped";

/** Applies the log to one projection, at its own pace. */
export type ProjectionRunner = {
  readonly name: string;
  readonly state: ProjectionRunnerState;
  readonly position: Position | null;
  /** True while it applies the offered batches. A detached runner reads the log itself until it has caught up. */
  readonly isAttached: boolean;
  /** False when a full page of offered events is waiting. */
  readonly hasRoom: boolean;
  /** Resolves when the waiting events are taken, or the runner is detached. */
  waitForRoom(): Promise<void>;
  /** Passes the next events to an attached runner. */
  offer(batch: Batch): void;
  detach(): void;
  /** Reads the checkpoint again, because a crash of the database may have lost the newest commits. */
  checkPosition(): void;
  /**
   * Runs until the signal aborts, the projection is superseded, or the log ends before the checkpoint. `feedPosition` is the end of the
   * last offered batch.
   */
  run(feedPosition: () => Position | null, signal: AbortSignal): Promise<void>;
};

const pageSize = 500;
/**
 * How long a runner collects ignored events before it moves the checkpoint, so that it does not commit for each of them.
 * Read models may lag 50 ms, so this is shorter.
 */
const collectMs = 20;

/** Creates the runner of a projection whose checkpoint is `startPosition`. */
export function createProjectionRunner(
  deps: ProjectionRunnerDeps,
  startPosition: Position | null,
): ProjectionRunner {
  const { store, pool, projection, logger, retry = defaultRetry } = deps;
  const { name } = projection;
  let state: ProjectionRunnerState = "ok";
  let position = startPosition;
  let isAttached = false;
  let mustReadCheckpoint = true;
  /** The offered events that wait. They become one batch, so that under load one commit covers many appends. */
  let offeredBatch: Batch | null = null;
  /** Whether the offered events must be applied now: one of them is relevant, or the batch is full. */
  let isUrgent = false;
  let wake = () => {};
  let roomWaiters: (() => void)[] = [];

  function resolveRoomWaiters(): void {
    for (const resolve of roomWaiters) resolve();
    roomWaiters = [];
  }

  function detach(): void {
    isAttached = false;
    offeredBatch = null;
    isUrgent = false;
    resolveRoomWaiters();
  }

  /** Applies a batch. Retries failures, and parks an event that keeps failing. */
  async function applyWithRetry(batch: Batch, signal: AbortSignal): Promise<void> {
    let failures = 0;
    let eventFailures = 0;
    for (;;) {
      try {
        position = await applyBatch(pool, projection, batch, deps.moveIdle);
        state = "ok";
        return;
      } catch (error) {
        if (signal.aborted || error instanceof CheckpointBehind) throw error;
        const cause = classifyFailure(error);
        if (cause === "superseded") throw error;
        state = "failing";
        failures += 1;
        if (cause === "event") {
          if (batch.events.length > 1) return applyHalves(batch, signal);
          eventFailures += 1;
          if (eventFailures >= retry.attempts) return park(batch, codeOf(error), signal);
        }
        logger.warn({ projection: name, code: codeOf(error), failures }, "a projection retries a batch");
        await sleep(retry.pause(failures), undefined, { signal });
      }
    }
  }

  async function applyHalves(batch: Batch, signal: AbortSignal): Promise<void> {
    const [firstHalf, secondHalf] = splitInHalf(batch);
    await applyWithRetry(firstHalf, signal);
    await applyWithRetry(secondHalf, signal);
  }

  async function park(batch: Batch, reason: string, signal: AbortSignal): Promise<void> {
    for (let failures = 1; ; failures += 1) {
      try {
        position = await parkBatch(pool, projection, batch, reason);
        state = "ok";
        const [event] = batch.events;
        logger.error(
          {
            projection: name,
            stream: event?.stream,
            revision: event?.revision,
            type: event?.type,
            code: reason,
          },
          "an event was parked; later events of its stream will be parked too",
        );
        return;
      } catch (error) {
        if (signal.aborted || error instanceof CheckpointBehind || classifyFailure(error) === "superseded")
          throw error;
        await sleep(retry.pause(failures), undefined, { signal });
      }
    }
  }

  async function collectMore(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      timer = setTimeout(resolve, collectMs);
      wake = () => isUrgent && resolve();
    });
    clearTimeout(timer);
  }

  /** Continues from the stored checkpoint. Throws when the tables are missing or another version writes them. */
  async function loadPosition(): Promise<void> {
    detach();
    mustReadCheckpoint = false;
    position = assertCurrentVersion(projection, await readCheckpoint(pool, name)).position;
  }

  /** The next batch: the offered events, or, for a detached runner, the next page of the log. */
  async function nextBatch(feedPosition: () => Position | null): Promise<Batch | null> {
    if (mustReadCheckpoint) await loadPosition();
    if (offeredBatch && !isUrgent) await collectMore();
    if (offeredBatch) {
      const batch = offeredBatch;
      offeredBatch = null;
      isUrgent = false;
      resolveRoomWaiters();
      return batch;
    }
    if (isAttached) {
      await new Promise<void>((resolve) => (wake = resolve));
      return null;
    }
    const start = position;
    const storedEvents = await store.readAll({ after: start, limit: pageSize });
    if (storedEvents.length > 0) return toBatch(start, storedEvents);
    if (comparePositions(await store.head(), start) < 0) {
      // A failover may have lost the newest events together with the commits that applied them.
      await loadPosition();
      await assertLogReaches(store, name, position);
    }
    // The feed may have advanced since the empty read, so compare before attaching.
    if (comparePositions(feedPosition(), position) <= 0) isAttached = true;
    return null;
  }

  async function step(feedPosition: () => Position | null, signal: AbortSignal): Promise<void> {
    const batch = await nextBatch(feedPosition);
    if (batch && comparePositions(endPosition(batch), position) > 0) await applyWithRetry(batch, signal);
  }

  async function run(feedPosition: () => Position | null, signal: AbortSignal): Promise<void> {
    signal.addEventListener("abort", () => wake());
    for (let failures = 0; !signal.aborted;) {
      try {
        await step(feedPosition, signal);
        failures = 0;
        state = "ok";
      } catch (error) {
        detach();
        mustReadCheckpoint = true;
        if (signal.aborted) break;
        // A crash of the database lost the newest commits. Continue from the stored checkpoint: the log still has the events.
        if (error instanceof CheckpointBehind) continue;
        if (error instanceof LogTooShort) {
          // The runner ends for good. If the log becomes long enough again, it has other events at these positions.
          logger.error({ projection: name, code: error.code }, error.message);
          break;
        }
        if (classifyFailure(error) === "superseded") {
          state = "superseded";
          logger.warn(
            { projection: name, code: codeOf(error) },
            "a projection stops: its tables are missing, or another version writes them",
          );
          return;
        } else {
          state = "failing";
          failures += 1;
          logger.warn(
            { projection: name, code: codeOf(error), failures },
            "a projection cannot read the log or its checkpoint",
          );
          await sleep(retry.pause(failures), undefined, { signal }).catch(() => {});
        }
      }
    }
    state = "stopped";
  }

  return {
    name,
    get state() {
      return state;
    },
    get position() {
      return position;
    },
    get isAttached() {
      return isAttached;
    },
    get hasRoom() {
      return offeredBatch === null || offeredBatch.events.length < pageSize;
    },
    waitForRoom: () => new Promise((resolve) => roomWaiters.push(resolve)),
    offer(batch) {
      offeredBatch = offeredBatch
        ? { after: offeredBatch.after, events: [...offeredBatch.events, ...batch.events] }
        : batch;
      isUrgent ||= offeredBatch.events.length >= pageSize || !ignoresAll(projection, batch.events);
      wake();
    },
    detach,
    checkPosition() {
      mustReadCheckpoint = true;
      wake();
    },
    run,
  };
}
