import { setTimeout as sleep } from "node:timers/promises";
import type { EventStore, Position } from "@daybook/platform/event-store/event-store";
import { comparePositions } from "@daybook/platform/event-store/position";
import type { Logger } from "@daybook/platform/logger";
import { runSubscription } from "@daybook/platform/subscriptions/run-subscription";
import { endOf, toBatch } from "../core/log-event.ts";
import type { Lane } from "./lane.ts";

/**
 * Reads the log once for all projections, which apply it at the same time. One that cannot keep up for `patience`
 * milliseconds, because an event fails or its tables are locked, is left behind: it reads the log for itself until it has
 * caught up, and stops none of the others.
 */
export async function runFeed(options: {
  store: EventStore;
  lanes: readonly Lane[];
  logger: Pick<Logger, "warn">;
  signal: AbortSignal;
  patience?: number;
}): Promise<void> {
  const { store, lanes, logger, signal, patience = 250 } = options;
  let front = lanes
    .map(({ position }) => position)
    .reduce<Position | null>((most, at) => (comparePositions(at, most) > 0 ? at : most), null);

  const tooFull = () => lanes.filter((lane) => lane.attached && !lane.hasRoom);

  async function waitForRoom(): Promise<void> {
    const full = tooFull();
    if (full.length === 0) return;
    const timer = new AbortController();
    const allHaveRoom = Promise.all(full.map((lane) => lane.room()));
    await Promise.race([allHaveRoom, sleep(patience, undefined, { signal: timer.signal }).catch(() => {})]);
    timer.abort();
    for (const lane of tooFull()) {
      logger.warn({ projection: lane.name }, "a projection is left behind and reads the log for itself");
      lane.detach();
    }
  }

  const subscription = runSubscription({
    store,
    name: "projections",
    load: () => Promise.resolve(front),
    async handle(stored) {
      await waitForRoom();
      const batch = toBatch(front, stored);
      front = endOf(batch);
      for (const lane of lanes) if (lane.attached) lane.offer(batch);
    },
    logger,
    signal,
  });
  await Promise.all([subscription, ...lanes.map((lane) => lane.run(() => front, signal))]);
}
