import { expect, test } from "vitest";
import type { Api } from "./api-client.ts";
import { prefetchEntry } from "./entry-prefetch.ts";

function startPrefetch(status = 404) {
  const wallClock = { time: 1_000 };
  const requests: unknown[] = [];
  const reply = { ok: false, status };
  const api = {
    call: (...args: unknown[]) => {
      requests.push(args);
      return Promise.resolve(reply);
    },
  } as unknown as Api;
  const { signal } = new AbortController();
  const prefetch = prefetchEntry({ api, clock: { now: () => wallClock.time } }, 5, 7, signal);
  return { wallClock, requests, reply, signal, prefetch };
}

test("a prefetch is requested immediately and can be used once", async () => {
  const { requests, reply, signal, prefetch } = startPrefetch();
  const request: unknown = expect.objectContaining({ params: { journalId: "5", entryId: "7" } });
  expect(requests).toEqual([["getEntry", request, { signal, retries: 0 }]]);
  expect(await prefetch()).toBe(reply);
  expect(prefetch()).toBeNull();
});

test.each([
  [0, 1],
  [503, 2],
  [429, 2],
])(
  "status %d (0: no response) of the first call leads to %d calls: only a busy server is called again",
  async (status, calls) => {
    const { requests, prefetch } = startPrefetch(status);
    await prefetch();
    expect(requests).toHaveLength(calls);
  },
);

test("a prefetch expires", () => {
  const { wallClock, prefetch } = startPrefetch();
  wallClock.time += 5_000;
  expect(prefetch()).toBeNull();
});
