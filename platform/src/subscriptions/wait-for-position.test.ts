import type pg from "pg";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Position, toPosition } from "../event-store/position.ts";
import type { NotificationHandler } from "../postgres/listen.ts";
import { createPositionWaiter, MOVED_CHANNEL } from "./wait-for-position.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function openWaiter() {
  const checkpoints = new Map<string, Position | null>();
  const handlers = new Map<string, NotificationHandler>();
  let isBroken = false;
  const waiter = createPositionWaiter({
    listener: {
      subscribe(channel, handler) {
        handlers.set(channel, handler);
        return () => handlers.delete(channel);
      },
      close: async () => {},
    },
    pool: {} as pg.Pool,
    readCheckpoints: async () => {
      if (isBroken) throw new Error("no database");
      return new Map(checkpoints);
    },
  });
  return {
    waiter,
    handlers,
    notifyMove: (name: string, position: number) => handlers.get(MOVED_CHANNEL)?.(`${name}:${position}`),
    reconnect: () => handlers.get(MOVED_CHANNEL)?.(null),
    setCheckpoint: (name: string, position: number) => checkpoints.set(name, toPosition(position)),
    breakDatabase: () => (isBroken = true),
  };
}

/** The state of a promise now. */
async function stateOf(promise: Promise<boolean>): Promise<boolean | "waiting"> {
  const stillWaiting = Promise.resolve("waiting" as const);
  await vi.advanceTimersByTimeAsync(0);
  return Promise.race([promise, stillWaiting]);
}

test("resolves when all named projections have reached the position, not before", async () => {
  const { waiter, notifyMove } = openWaiter();
  const wait = waiter.waitFor(["journals", "entries"], toPosition(7), 1_000);
  notifyMove("journals", 9);
  notifyMove("other", 9);
  notifyMove("entries", 6);
  expect(await stateOf(wait)).toBe("waiting");
  notifyMove("entries", 7);
  expect(await stateOf(wait)).toBe(true);
});

test("resolves immediately for a position that was reached before", async () => {
  const { waiter, notifyMove } = openWaiter();
  notifyMove("entries", 10);
  notifyMove("entries", 9);
  expect(await waiter.waitFor(["entries"], toPosition(10), 0)).toBe(true);
});

test("resolves to false exactly after the given time", async () => {
  const { waiter } = openWaiter();
  const wait = waiter.waitFor(["entries"], toPosition(1), 1_000);
  await vi.advanceTimersByTimeAsync(999);
  expect(await stateOf(wait)).toBe("waiting");
  await vi.advanceTimersByTimeAsync(1);
  expect(await stateOf(wait)).toBe(false);
});

test("finds a checkpoint that moved without a notification", async () => {
  const { waiter, setCheckpoint } = openWaiter();
  const wait = waiter.waitFor(["entries"], toPosition(1), 1_000);
  setCheckpoint("entries", 1);
  await vi.advanceTimersByTimeAsync(250);
  expect(await stateOf(wait)).toBe(true);
});

test("after a new connection it reads the checkpoints again", async () => {
  const { waiter, notifyMove, reconnect, setCheckpoint } = openWaiter();
  notifyMove("entries", 10);
  setCheckpoint("entries", 8);
  reconnect();
  const wait = waiter.waitFor(["entries"], toPosition(10), 1_000);
  expect(await stateOf(wait)).toBe("waiting");
  expect(await waiter.waitFor(["entries"], toPosition(8), 0)).toBe(true);
  notifyMove("entries", 10);
  expect(await stateOf(wait)).toBe(true);
});

test("resolves to false when the database cannot be reached, and does not throw", async () => {
  const { waiter, reconnect, breakDatabase } = openWaiter();
  breakDatabase();
  reconnect();
  const wait = waiter.waitFor(["entries"], toPosition(1), 600);
  await vi.advanceTimersByTimeAsync(600);
  expect(await stateOf(wait)).toBe(false);
});

test("closing ends the subscription to notifications", () => {
  const { waiter, handlers } = openWaiter();
  waiter.close();
  expect(handlers.size).toBe(0);
});
