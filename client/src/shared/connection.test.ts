import { expect, test, vi } from "vitest";
import { createIconProbe, createConnection, prefetch, whenReachable } from "./connection.ts";

/** A connection to a server that fails this many checks first. Records the delays and the reported states. */
function startConnection(failedChecks: number) {
  const connection = createConnection();
  const waits: number[] = [];
  const states: boolean[] = [];
  let checks = 0;
  connection.configure({
    probe: async () => (checks += 1) > failedChecks,
    sleep: async (milliseconds) => void waits.push(milliseconds),
    online: () => new Promise(() => {}),
  });
  connection.subscribe(() => states.push(connection.isOffline()));
  return { connection, waits, states };
}

test("a connection checks until the server responds, and reports that it is offline and then online", async () => {
  const { connection, waits, states } = startConnection(6);
  await Promise.all([connection.waitUntilReachable(), connection.waitUntilReachable()]);
  expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 15_000, 15_000]);
  expect(states).toEqual([true, false]);
});

test("a reachable server is never reported as unreachable", async () => {
  const { connection, states } = startConnection(0);
  await connection.waitUntilReachable();
  expect(states).toEqual([]);
});

test("a connection checks again immediately when the browser is online again", async () => {
  const connection = createConnection();
  let online = () => {};
  let isUp = false;
  connection.configure({
    probe: async () => isUp,
    sleep: () => new Promise(() => {}),
    online: () => new Promise<void>((resolve) => (online = resolve)),
  });
  const reachable = connection.waitUntilReachable();
  await vi.waitFor(() => expect(connection.isOffline()).toBe(true));
  isUp = true;
  online();
  await reachable;
  expect(connection.isOffline()).toBe(false);
});

test("a failed import is retried when the server responds, and is not reported as missing", async () => {
  const { connection } = startConnection(2);
  const load = vi
    .fn<() => Promise<string>>(async () => "chunk")
    .mockRejectedValueOnce(new TypeError("Failed to fetch"));
  const onMissing = vi.fn<() => void>();
  expect(await whenReachable(load, connection, onMissing)()).toBe("chunk");
  expect(onMissing).not.toHaveBeenCalled();
});

test("an import that fails although the server responds is an error, and is reported as missing", async () => {
  const { connection } = startConnection(0);
  const onMissing = vi.fn<() => void>();
  const load = () => Promise.reject(new Error("broken"));
  await expect(whenReachable(load, connection, onMissing)()).rejects.toThrow("broken");
  expect(onMissing).toHaveBeenCalledOnce();
});

test("a prefetch that fails throws nothing", async () => {
  const load = vi.fn<() => Promise<never>>().mockRejectedValue(new TypeError("Failed to fetch"));
  prefetch(load);
  // Vitest fails on an unhandled rejection.
  await Promise.allSettled(load.mock.results.map(({ value }) => value as Promise<never>));
  expect(load).toHaveBeenCalledOnce();
});

test("the probe requests the icon from the server, never from the cache", async () => {
  const requests: [string, RequestInit["cache"]][] = [];
  const probe = (status: number) =>
    createIconProbe(
      async (url, { cache }) => {
        requests.push([url, cache]);
        if (status === 0) throw new TypeError("Failed to fetch");
        return new Response(null, { status });
      },
      () => 7,
    )();
  expect([await probe(200), await probe(502), await probe(0)]).toEqual([true, false, false]);
  expect(new Set(requests.map(String))).toEqual(new Set(["/favicon.ico?7,no-store"]));
});

test("a single check returns its result and reports nothing", async () => {
  const { connection, states } = startConnection(1);
  expect([await connection.isReachable(), await connection.isReachable()]).toEqual([false, true]);
  expect(states).toEqual([]);
});
