import { setTimeout as sleep } from "node:timers/promises";
import type { EventStore, Position } from "@daybook/platform/event-store/event-store";
import type { Logger } from "@daybook/platform/logger";
import { comparePositions } from "@daybook/platform/event-store/position";
import type pg from "pg";
import type { Projection } from "../core/define-projection.ts";
import { concernsNothing } from "../core/fold-batch.ts";
import { type Batch, endOf, halves, toBatch } from "../core/log-event.ts";
import { CheckpointBehind } from "../storage/checkpoint.ts";
import { applyBatch, parkBatch } from "./apply-batch.ts";
import { blame, codeOf } from "./failure.ts";

/** How often an event is tried, and how long to pause after the n-th failure, counted from 1. */
export type Retry = { readonly attempts: number; readonly pause: (failures: number) => number };

/** Five tries within about three seconds; what is not the event's fault goes on at five seconds each. */
export const defaultRetry: Retry = {
  attempts: 5,
  pause: (failures) => Math.min(5_000, 100 * 2 ** failures),
};

/** What a projection needs to run. */
export type LaneDeps = {
  store: Pick<EventStore, "readAll">;
  pool: pg.Pool;
  projection: Projection;
  logger: Pick<Logger, "warn" | "error">;
  retry?: Retry;
};

/** How a projection is doing. `superseded`: another version of the program writes its tables now. */
export type LaneState = "ok" | "failing" | "superseded" | "stopped";

/** A projection on its way along the log, at its own pace. */
export type Lane = {
  readonly name: string;
  readonly state: LaneState;
  readonly position: Position | null;
  /** True while it takes what it is offered; otherwise it reads the log for itself until it has caught up. */
  readonly attached: boolean;
  readonly hasRoom: boolean;
  /** Resolves when it may have room again. */
  room(): Promise<void>;
  /** Gives it the next events; only when it is attached. */
  offer(batch: Batch): void;
  detach(): void;
  /** Runs until the signal aborts. `front` tells how far the offers have come. */
  run(front: () => Position | null, signal: AbortSignal): Promise<void>;
};

const ownPage = 500;
/**
 * How long, in milliseconds, a projection lets events pile up of which none concerns it, so that it does not move its
 * checkpoint alone for each of them. Short against the 50 ms that a read model may lag.
 */
const lingers = 20;

/** Makes the lane of a projection that stands at `start`. */
export function createLane(deps: LaneDeps, start: Position | null): Lane {
  const { store, pool, projection, logger, retry = defaultRetry } = deps;
  const { name } = projection;
  let state: LaneState = "ok";
  let position = start;
  let attached = false;
  /** What was offered while it was at work. Taken as one batch: under load one commit carries many small appends. */
  let offered: Batch | null = null;
  /** True when something of what was offered concerns it, or it is enough for a batch. */
  let pressing = false;
  let wake = () => {};
  let roomMade: (() => void)[] = [];

  function makeRoom(): void {
    for (const resolve of roomMade) resolve();
    roomMade = [];
  }

  function detach(): void {
    attached = false;
    offered = null;
    pressing = false;
    makeRoom();
  }

  /** Tries until it works, the event is found to blame, or the signal aborts. */
  async function carry(batch: Batch, signal: AbortSignal): Promise<void> {
    let failures = 0;
    for (;;) {
      try {
        position = await applyBatch(pool, projection, batch);
        state = "ok";
        return;
      } catch (error) {
        if (signal.aborted || error instanceof CheckpointBehind) throw error;
        const whose = blame(error);
        if (whose === "superseded") throw error;
        state = "failing";
        failures += 1;
        if (whose === "event") {
          if (batch.events.length > 1) return carryHalves(batch, signal);
          if (failures >= retry.attempts) return park(batch, codeOf(error), signal);
        }
        logger.warn({ projection: name, code: codeOf(error), failures }, "a projection tries again");
        await sleep(retry.pause(failures), undefined, { signal });
      }
    }
  }

  async function carryHalves(batch: Batch, signal: AbortSignal): Promise<void> {
    const [first, second] = halves(batch);
    await carry(first, signal);
    await carry(second, signal);
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
          "an event was parked with the later ones of its stream",
        );
        return;
      } catch (error) {
        if (signal.aborted || error instanceof CheckpointBehind || blame(error) === "superseded") throw error;
        await sleep(retry.pause(failures), undefined, { signal });
      }
    }
  }

  async function linger(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      timer = setTimeout(resolve, lingers);
      wake = () => pressing && resolve();
    });
    clearTimeout(timer);
  }

  /** The next events: what was offered, or, when it has fallen behind, what it reads for itself. */
  async function next(front: () => Position | null): Promise<Batch | null> {
    if (offered && !pressing) await linger();
    if (offered) {
      const batch = offered;
      offered = null;
      pressing = false;
      makeRoom();
      return batch;
    }
    if (attached) {
      await new Promise<void>((resolve) => (wake = resolve));
      return null;
    }
    const after = position;
    const stored = await store.readAll({ after, limit: ownPage });
    if (stored.length > 0) return toBatch(after, stored);
    // Between reading nothing and now, something may have been offered to the others.
    if (comparePositions(front(), position) <= 0) attached = true;
    return null;
  }

  async function step(front: () => Position | null, signal: AbortSignal): Promise<void> {
    const batch = await next(front);
    if (batch && comparePositions(endOf(batch), position) > 0) await carry(batch, signal);
  }

  async function run(front: () => Position | null, signal: AbortSignal): Promise<void> {
    signal.addEventListener("abort", () => wake());
    for (let failures = 0; !signal.aborted;) {
      try {
        await step(front, signal);
        failures = 0;
      } catch (error) {
        detach();
        if (signal.aborted) break;
        if (error instanceof CheckpointBehind) {
          // A crash of the database lost the newest commits; the log still has the events.
          position = error.position;
        } else if (blame(error) === "superseded") {
          state = "superseded";
          logger.warn(
            { projection: name, code: codeOf(error) },
            "a projection stops: its tables are another's",
          );
          return;
        } else {
          state = "failing";
          failures += 1;
          logger.warn(
            { projection: name, code: codeOf(error), failures },
            "a projection cannot read the log",
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
    get attached() {
      return attached;
    },
    get hasRoom() {
      return offered === null || offered.events.length < ownPage;
    },
    room: () => new Promise((resolve) => roomMade.push(resolve)),
    offer(batch) {
      offered = offered ? { after: offered.after, events: [...offered.events, ...batch.events] } : batch;
      pressing ||= offered.events.length >= ownPage || !concernsNothing(projection, batch.events);
      wake();
    },
    detach,
    run,
  };
}
