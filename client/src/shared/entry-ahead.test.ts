import { expect, test } from "vitest";
import type { Api } from "./api-client.ts";
import { askAhead } from "./entry-ahead.ts";

function open() {
  const wall = { now: 1_000 };
  const asked: unknown[] = [];
  const reply = Promise.resolve({ ok: false, status: 404 });
  const api = {
    call: (...given: unknown[]) => {
      asked.push(given);
      return reply;
    },
  } as unknown as Api;
  const { signal } = new AbortController();
  const ahead = askAhead({ api, clock: { now: () => wall.now } }, 5, 7, signal);
  return { wall, asked, reply, signal, ahead };
}

test("is asked for at once, and taken once", () => {
  const { asked, reply, signal, ahead } = open();
  const request: unknown = expect.objectContaining({ params: { journalId: "5", entryId: "7" } });
  expect(asked).toEqual([["getEntry", request, { signal }]]);
  expect(ahead()).toBe(reply);
  expect(ahead()).toBeNull();
});

test("what waited for long is asked for anew", () => {
  const { wall, ahead } = open();
  wall.now += 5_000;
  expect(ahead()).toBeNull();
});
