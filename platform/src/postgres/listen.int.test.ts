import type pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
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

/** Records the calls of a channel's handler, and waits for the next ones. */
function hear(channel: string) {
  const receivedPayloads: (string | null)[] = [];
  let onChange = (): void => {};
  const unsubscribe = listener.subscribe(channel, (payload) => {
    receivedPayloads.push(payload);
    onChange();
  });
  return {
    heard: receivedPayloads,
    unsubscribe,
    async until(payload: string | null, times = 1): Promise<void> {
      while (receivedPayloads.filter((receivedPayload) => receivedPayload === payload).length < times) {
        await new Promise<void>((resolve) => (onChange = resolve));
      }
    },
  };
}

const notify = (channel: string, payload: string) =>
  pool.query("SELECT pg_notify($1, $2)", [channel, payload]);
const listeners = async (): Promise<number[]> =>
  (
    await pool.query(
      "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'daybook listener'",
    )
  ).rows.map(({ pid }) => pid);

test("a handler is called once at the start, then with each payload of its own channel", async () => {
  const channelOne = hear("one");
  const channelTwo = hear("other");
  await Promise.all([channelOne.until(null), channelTwo.until(null)]);
  await notify("other", "x");
  await notify("one", "a");
  await notify("one", "b");
  await channelOne.until("b");
  expect(channelOne.heard.filter((payload) => payload !== null)).toEqual(["a", "b"]);
  expect(channelTwo.heard.filter((payload) => payload !== null)).toEqual(["x"]);
  expect(await listeners()).toHaveLength(1);
});

test("after unsubscribing, a handler is not called any more; others of the channel still are", async () => {
  const leaving = hear("one");
  const staying = hear("one");
  await staying.until(null);
  leaving.unsubscribe();
  await notify("one", "a");
  await staying.until("a");
  expect(leaving.heard).not.toContain("a");
});

test("after a lost connection every handler is called once, and listening continues", async () => {
  const channelOne = hear("one");
  const channelTwo = hear("other");
  await Promise.all([channelOne.until(null), channelTwo.until(null)]);
  const calls = channelOne.heard.length;
  const [pid] = await listeners();
  await pool.query("SELECT pg_terminate_backend($1)", [pid]);
  await Promise.all([channelOne.until(null, calls + 1), channelTwo.until(null, calls + 1)]);
  await notify("one", "after");
  await channelOne.until("after");
  expect(channelOne.heard.slice(calls)).toEqual([null, "after"]);
  expect(await listeners()).not.toContain(pid);
});

test("closing ends the connection and every further try", async () => {
  await hear("one").until(null);
  await listener.close();
  const lateListener = hear("late");
  // The server notices the end of a connection shortly after its client.
  await expect.poll(listeners).toEqual([]);
  expect(lateListener.heard).toEqual([]);
});

test("closing during the first connection attempt leaves no connection", async () => {
  hear("one");
  await listener.close();
  expect(await listeners()).toEqual([]);
});
