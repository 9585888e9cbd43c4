import { setTimeout as sleep } from "node:timers/promises";
import type { EventStore, Position } from "@daybook/platform/event-store/event-store";
import { comparePositions, laterPosition } from "@daybook/platform/event-store/position";
import type { Logger } from "@daybook/platform/logger";
import { runSubscription } from "@daybook/platform/subscriptions/run-subscription";
import { endPosition, toBatch } from "../core/log-event.ts";
import type { ProjectionRunner } from "./projection-runner.ts";

/**
 * Reads the log once and offers it to all projections, which apply it concurrently. A runner that still has no room after
 * `detachAfterMs` is detached, so that it does not block the others. It then reads the log itself until it has caught up.
 */
export async function runFeed(options: {
  store: EventStore;
  runners: readonly ProjectionRunner[];
  logger: Pick<Logger, "warn">;
  signal: AbortSignal;
  detachAfterMs?: number;
}): Promise<void> {
  const { store, runners, logger, signal, detachAfterMs = 250 } = options;
  let feedPosition: Position | null = null;
  const latestPosition = () => runners.map(({ position }) => position).reduce(laterPosition, feedPosition);
  feedPosition = latestPosition();

  const fullRunners = () => runners.filter((runner) => runner.isAttached && !runner.hasRoom);

  async function waitForRoom(): Promise<void> {
    const waitingRunners = fullRunners();
    if (waitingRunners.length === 0) return;
    const timer = new AbortController();
    const allHaveRoom = Promise.all(waitingRunners.map((runner) => runner.waitForRoom()));
    await Promise.race([
      allHaveRoom,
      sleep(detachAfterMs, undefined, { signal: timer.signal }).catch(() => {}),
    ]);
    timer.abort();
    for (const runner of fullRunners()) {
      logger.warn({ projection: runner.name }, "a slow projection is detached and reads the log itself");
      runner.detach();
    }
  }

  const subscription = runSubscription({
    store,
    name: "projections",
    async load() {
      const head = await store.head();
      // A head before the latest position means that an older copy replaced the log. A runner that reads the log itself can be ahead
      // of the feed, so its position counts too.
      if (comparePositions(head, latestPosition()) < 0) {
        if (comparePositions(head, feedPosition) < 0) feedPosition = head;
        for (const runner of runners) runner.checkPosition();
      }
      return feedPosition;
    },
    async handle(storedEvents) {
      await waitForRoom();
      const batch = toBatch(feedPosition, storedEvents);
      feedPosition = endPosition(batch);
      for (const runner of runners) if (runner.isAttached) runner.offer(batch);
    },
    logger,
    signal,
  });
  await Promise.all([subscription, ...runners.map((runner) => runner.run(() => feedPosition, signal))]);
}
