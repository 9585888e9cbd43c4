import { expect, test } from "vitest";
import type { Api } from "./api-client.ts";
import { prefetchEntry } from "./entry-prefetch.ts";

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
  const prefetch = prefetchEntry({ api, clock: { now: () => wall.now } }, 5, 7, signal);
  return { wall, asked, reply, signal, prefetch };
}

test("is requested at once and taken once", () => {
  const { asked, reply, signal, prefetch } = open();
  const request: unknown = expect.objectContaining({ params: { journalId: "5", entryId: "7" } });
  expect(asked).toEqual([["getEntry", request, { signal }]]);
  expect(prefetch()).toBe(reply);
  expect(prefetch()).toBeNull();
});

test("expires", () => {
  const { wall, prefetch } = open();
  wall.now += 5_000;
  expect(prefetch()).toBeNull();
});
