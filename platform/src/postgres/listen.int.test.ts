import { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { createListener, type Listener } from "./listen.ts";
import { createPool } from "./pool.ts";

let database: TestDatabase;
let pool: pg.Pool;
let listener: Listener;

beforeEach(async () => {
  database = await createTestDatabase();
  pool = createPool({ connectionString: database.url, applicationName: "listen test" });
  listener = createListener({ connectionString: database.url });
});

afterEach(async () => {
  await listener.close();
  await pool.end();
  await database.drop();
});

/** Subscribes a handler that records its calls, and can wait until it was called with a payload. */
function recordPayloads(channel: string) {
  const receivedPayloads: (string | null)[] = [];
  let onChange = (): void => {};
  const unsubscribe = listener.subscribe(channel, (payload) => {
    receivedPayloads.push(payload);
    onChange();
  });
  return {
    receivedPayloads,
    unsubscribe,
    async waitFor(payload: string | null, times = 1): Promise<void> {
      while (receivedPayloads.filter((receivedPayload) => receivedPayload === payload).length < times) {
        await new Promise<void>((resolve) => (onChange = resolve));
      }
    },
  };
}

const notify = (channel: string, payload: string) =>
  pool.query("SELECT pg_notify($1, $2)", [channel, payload]);
const readListenerPids = async (): Promise<number[]> =>
  (
    await pool.query(
      "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'daybook listener'",
    )
  ).rows.map(({ pid }) => pid);

test("a handler is called with null when listening begins, then with each payload of its own channel", async () => {
  const channelOne = recordPayloads("one");
  const channelTwo = recordPayloads("other");
  await Promise.all([channelOne.waitFor(null), channelTwo.waitFor(null)]);
  await notify("other", "x");
  await notify("one", "a");
  await notify("one", "b");
  await channelOne.waitFor("b");
  expect(channelOne.receivedPayloads.filter((payload) => payload !== null)).toEqual(["a", "b"]);
  expect(channelTwo.receivedPayloads.filter((payload) => payload !== null)).toEqual(["x"]);
  expect(await readListenerPids()).toHaveLength(1);
});

test("an idle connection is probed within a minute, so that a cut network is noticed", async () => {
  const setKeepAlive = vi.spyOn(Socket.prototype, "setKeepAlive");
  await recordPayloads("one").waitFor(null);
  const delays = setKeepAlive.mock.calls.map(([, initialDelay = 0]) => initialDelay);
  setKeepAlive.mockRestore();
  expect(delays).toEqual([expect.any(Number)]);
  // 0 is the default of the operating system, usually two hours.
  expect(delays[0]).toBeGreaterThan(0);
  expect(delays[0]).toBeLessThan(60_000);
});

test("after unsubscribing, a handler is not called any more; others of the channel still are", async () => {
  const unsubscribed = recordPayloads("one");
  const subscribed = recordPayloads("one");
  await subscribed.waitFor(null);
  unsubscribed.unsubscribe();
  await notify("one", "a");
  await subscribed.waitFor("a");
  expect(unsubscribed.receivedPayloads).not.toContain("a");
});

test("after a lost connection every handler is called with null, and listening continues", async () => {
  const channelOne = recordPayloads("one");
  const channelTwo = recordPayloads("other");
  await Promise.all([channelOne.waitFor(null), channelTwo.waitFor(null)]);
  const callsBefore = channelOne.receivedPayloads.length;
  const [pid] = await readListenerPids();
  await pool.query("SELECT pg_terminate_backend($1)", [pid]);
  await Promise.all([channelOne.waitFor(null, callsBefore + 1), channelTwo.waitFor(null, callsBefore + 1)]);
  await notify("one", "after");
  await channelOne.waitFor("after");
  expect(channelOne.receivedPayloads.slice(callsBefore)).toEqual([null, "after"]);
  await expect.poll(readListenerPids).not.toContain(pid);
});

test("a subscription right after the connection was lost opens no second connection", async () => {
  await listener.close();
  let onLost = (): void => {};
  const warn = () => onLost();
  listener = createListener({ connectionString: database.url, logger: { warn } });
  await recordPayloads("one").waitFor(null);
  const lateSubscription = new Promise<ReturnType<typeof recordPayloads>>((resolve) => {
    // The listener sets the timer of its next attempt before the microtask runs.
    onLost = () => queueMicrotask(() => resolve(recordPayloads("late")));
  });
  const [pid] = await readListenerPids();
  await pool.query("SELECT pg_terminate_backend($1)", [pid]);
  await (await lateSubscription).waitFor(null);
  // Longer than the pause before the next attempt.
  await sleep(500);
  // The server lists the lost connection a little longer than its client. A second connection would stay open.
  await expect.poll(readListenerPids).toHaveLength(1);
});

test("closing ends the connection, and a later subscription leaves none open", async () => {
  await recordPayloads("one").waitFor(null);
  await listener.close();
  const lateSubscription = recordPayloads("late");
  // Waits for the connection that the subscription has begun.
  await listener.close();
  expect(lateSubscription.receivedPayloads).toEqual([]);
  // The server notices the end of a connection shortly after its client.
  await expect.poll(readListenerPids).toEqual([]);
});

test("closing during the first connection attempt leaves no connection", async () => {
  recordPayloads("one");
  await listener.close();
  expect(await readListenerPids()).toEqual([]);
});
