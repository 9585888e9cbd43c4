import type pg from "pg";
import { comparePositions, parsePosition, type Position } from "../event-store/position.ts";
import type { Listener } from "../postgres/listen.ts";

/** The channel on which projections send `name:position` after each commit. */
export const MOVED_CHANNEL = "projection_moved";

/** Waits for read models. */
export type PositionWaiter = {
  /** `true` when all named projections have reached the position in time; `false` when they are late. */
  waitFor(names: readonly string[], position: Position, timeoutMs: number): Promise<boolean>;
  close(): void;
};

const pollEvery = 250;

/**
 * Knows how far the projections are, from their notifications and from reading their checkpoints now and then. What it
 * knows may be outdated, but is never ahead.
 */
export function createPositionWaiter(deps: {
  listener: Listener;
  pool: pg.Pool;
  /** Reads the checkpoints: projection name and position. */
  readCheckpoints: (pool: pg.Pool) => Promise<ReadonlyMap<string, Position | null>>;
}): PositionWaiter {
  const reached = new Map<string, Position | null>();
  const waiters = new Set<() => void>();

  function move(name: string, position: Position | null): void {
    if (comparePositions(position, reached.get(name) ?? null) <= 0) return;
    reached.set(name, position);
    for (const check of waiters) check();
  }

  async function poll(): Promise<void> {
    for (const [name, position] of await deps.readCheckpoints(deps.pool)) move(name, position);
  }

  const unsubscribe = deps.listener.subscribe(MOVED_CHANNEL, (payload) => {
    if (payload === null) {
      // After a crash of the server a projection may be further back, since its newest commits do not wait for the
      // disk.
      reached.clear();
      return void poll().catch(() => {});
    }
    const at = payload.lastIndexOf(":");
    if (at > 0) move(payload.slice(0, at), parsePosition(payload.slice(at + 1)));
  });

  const has = (names: readonly string[], position: Position): boolean =>
    names.every((name) => comparePositions(reached.get(name) ?? null, position) >= 0);

  return {
    async waitFor(names, position, timeoutMs) {
      if (has(names, position)) return true;
      return new Promise((resolve) => {
        const finish = (result: boolean): void => {
          waiters.delete(check);
          clearTimeout(deadline);
          clearInterval(net);
          resolve(result);
        };
        const check = (): void => {
          if (has(names, position)) finish(true);
        };
        const deadline = setTimeout(() => finish(has(names, position)), timeoutMs);
        const net = setInterval(() => void poll().catch(() => {}), pollEvery);
        waiters.add(check);
      });
    },
    close: unsubscribe,
  };
}
