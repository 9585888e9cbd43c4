import type pg from "pg";
import { comparePositions, parsePosition, type Position } from "../event-store/position.ts";
import type { Listener } from "../postgres/listen.ts";

/** The channel on which projections send `name:position` after each commit. */
export const MOVED_CHANNEL = "projection_moved";

/** Waits for read models. */
export type PositionWaiter = {
  /** `true` when all named projections have reached the position in time; `false` when the time is over. */
  waitFor(names: readonly string[], position: Position, timeoutMs: number): Promise<boolean>;
  close(): void;
};

const pollMs = 250;

/**
 * Tracks the positions of the projections by their notifications and, while a caller waits, by regular reads of their
 * checkpoints. A tracked position may be outdated, but is never ahead of the projection.
 */
export function createPositionWaiter(deps: {
  listener: Listener;
  pool: pg.Pool;
  /** Reads the checkpoints: projection name and position. */
  readCheckpoints: (pool: pg.Pool) => Promise<ReadonlyMap<string, Position | null>>;
}): PositionWaiter {
  const positions = new Map<string, Position | null>();
  const waiters = new Set<() => void>();

  function recordPosition(name: string, position: Position | null): void {
    if (comparePositions(position, positions.get(name) ?? null) <= 0) return;
    positions.set(name, position);
    for (const check of waiters) check();
  }

  async function poll(): Promise<void> {
    for (const [name, position] of await deps.readCheckpoints(deps.pool)) recordPosition(name, position);
  }

  const unsubscribe = deps.listener.subscribe(MOVED_CHANNEL, (payload) => {
    if (payload === null) {
      // The listener connected, perhaps after a crash of the database server. Commits of projections do not wait for the disk, so a crash
      // may lose the newest ones. Then a projection is behind the position that is tracked here.
      positions.clear();
      return void poll().catch(() => {});
    }
    const separatorIndex = payload.lastIndexOf(":");
    if (separatorIndex > 0)
      recordPosition(payload.slice(0, separatorIndex), parsePosition(payload.slice(separatorIndex + 1)));
  });

  const haveReached = (names: readonly string[], position: Position): boolean =>
    names.every((name) => comparePositions(positions.get(name) ?? null, position) >= 0);

  return {
    async waitFor(names, position, timeoutMs) {
      if (haveReached(names, position)) return true;
      return new Promise((resolve) => {
        const finish = (isReached: boolean): void => {
          waiters.delete(check);
          clearTimeout(deadline);
          clearInterval(pollTimer);
          resolve(isReached);
        };
        const check = (): void => {
          if (haveReached(names, position)) finish(true);
        };
        const deadline = setTimeout(() => finish(haveReached(names, position)), timeoutMs);
        const pollTimer = setInterval(() => void poll().catch(() => {}), pollMs);
        waiters.add(check);
      });
    },
    close: unsubscribe,
  };
}
