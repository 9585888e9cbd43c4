import { expect, test, vi } from "vitest";
import { createConnection, whenReachable } from "./connection.ts";

/** A server that is away for some questions, and the pauses between them. */
function serverAway(questions: number) {
  const connection = createConnection();
  const waits: number[] = [];
  const states: boolean[] = [];
  let asked = 0;
  connection.start({
    probe: async () => (asked += 1) > questions,
    sleep: async (milliseconds) => void waits.push(milliseconds),
    online: () => new Promise(() => {}),
  });
  connection.subscribe(() => states.push(connection.isAway()));
  return { connection, waits, states };
}

test("it asks until the server answers, and says so", async () => {
  const { connection, waits, states } = serverAway(6);
  await Promise.all([connection.back(), connection.back()]);
  expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 15_000, 15_000]);
  expect(states).toEqual([true, false]);
});

test("a server that answers was never away", async () => {
  const { connection, states } = serverAway(0);
  await connection.back();
  expect(states).toEqual([]);
});

test("it asks again at once when the browser is online", async () => {
  const connection = createConnection();
  let online = () => {};
  let isThere = false;
  connection.start({
    probe: async () => isThere,
    sleep: () => new Promise(() => {}),
    online: () => new Promise<void>((resolve) => (online = resolve)),
  });
  const back = connection.back();
  await vi.waitFor(() => expect(connection.isAway()).toBe(true));
  isThere = true;
  online();
  await back;
  expect(connection.isAway()).toBe(false);
});

test("a part of the page that cannot be loaded is loaded when the server answers", async () => {
  const { connection } = serverAway(2);
  const load = vi
    .fn<() => Promise<string>>(async () => "part")
    .mockRejectedValueOnce(new TypeError("Failed to fetch"));
  expect(await whenReachable(load, connection)()).toBe("part");
});

test("a part that fails although the server answers is an error", async () => {
  const { connection } = serverAway(0);
  await expect(whenReachable(() => Promise.reject(new Error("broken")), connection)()).rejects.toThrow(
    "broken",
  );
});
