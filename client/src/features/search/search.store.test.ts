import { expect, test, vi } from "vitest";
import { createApi } from "../../shared/api-client.ts";
import { sampleSession } from "../../shared/testing/sample-session.ts";
import { blankSearch } from "./search-path.ts";
import { SearchStore } from "./search.store.ts";
import { searchReply } from "./testing/sample-search.tsx";

const emptyReply = searchReply([]);

/** A store whose searches are answered by the test, in any order. */
function openStore() {
  const requests: { url: URL; aborted: () => boolean; reply: (status: number, body: unknown) => void }[] = [];
  const api = createApi({
    fetch: (url, init) =>
      new Promise((resolve, reject) => {
        init.signal?.addEventListener("abort", () => reject(new Error("aborted")));
        requests.push({
          url: new URL(url),
          aborted: () => init.signal?.aborted === true,
          reply: (status, body) => resolve(new Response(JSON.stringify(body), { status })),
        });
      }),
    session: () => sampleSession(Date.parse("2026-12-20T12:00:00.000Z")),
    clock: { now: () => Date.parse("2026-11-20T12:00:00.000Z") },
    sleep: () => Promise.resolve(),
    random: () => "token",
    origin: "http://localhost:3000",
    onUnauthorised: () => {},
  });
  return { store: new SearchStore(api), requests };
}

const fire = { ...blankSearch, query: "fire" };
const plague = { ...blankSearch, query: "plague" };

test("a search sends its parameters and stores the reply", async () => {
  const { store, requests } = openStore();
  const pendingSearch = store.search({
    ...fire,
    tag: "at sea",
    journal: "12",
    field: "entries",
    order: "date",
    page: 2,
  });
  expect(store.isLoading).toBe(true);
  expect(Object.fromEntries(requests[0]?.url.searchParams ?? [])).toEqual({
    query: "fire",
    tag: "at sea",
    journal: "12",
    field: "entries",
    order: "date",
    page: "2",
  });
  requests[0]?.reply(200, { ...emptyReply, total_entries: 3 });
  await pendingSearch;
  expect([store.isLoading, store.answer?.reply.total_entries]).toEqual([false, 3]);
});

test("old results stay until new ones arrive, and a new search cancels the running one", async () => {
  const { store, requests } = openStore();
  const firstSearch = store.search(fire);
  requests[0]?.reply(200, emptyReply);
  await firstSearch;
  const secondSearch = store.search(plague);
  expect([store.isLoading, store.answer?.key.query]).toEqual([true, "fire"]);
  const thirdSearch = store.search({ ...plague, query: "great plague" });
  expect(requests[1]?.aborted()).toBe(true);
  requests[2]?.reply(200, emptyReply);
  await Promise.all([secondSearch, thirdSearch]);
  expect([store.isLoading, store.answer?.key.query]).toEqual([false, "great plague"]);
});

test("a failure replaces the results until the next try", async () => {
  const { store, requests } = openStore();
  const firstSearch = store.search(fire);
  requests[0]?.reply(200, emptyReply);
  await firstSearch;
  const secondSearch = store.search(plague);
  requests[1]?.reply(404, {
    error: "Sorry, the journal you were looking for was not found.",
    code: "not_found",
  });
  await secondSearch;
  expect([store.failure?.code, store.answer]).toEqual(["not_found", null]);
  store.repeat();
  expect(requests[2]?.url.searchParams.get("query")).toBe("plague");
  requests[2]?.reply(200, emptyReply);
  await vi.waitFor(() => expect(store.answer?.key.query).toBe("plague"));
  expect(store.failure).toBeNull();
});

test("after a failure of the server the search is sent once more, then the failure is shown", async () => {
  const { store, requests } = openStore();
  const pendingSearch = store.search(fire);
  const unavailable = { error: "Daybook cannot do this right now.", code: "unavailable" };
  requests[0]?.reply(503, unavailable);
  await vi.waitFor(() => expect(requests).toHaveLength(2));
  requests[1]?.reply(503, unavailable);
  await pendingSearch;
  expect([requests.length, store.failure?.code]).toEqual([2, "unavailable"]);
});

test("clearing the search cancels the request and removes the results", async () => {
  const { store, requests } = openStore();
  const firstSearch = store.search(fire);
  requests[0]?.reply(200, emptyReply);
  await firstSearch;
  const pendingSearch = store.search(plague);
  store.clear();
  await pendingSearch;
  expect(requests[1]?.aborted()).toBe(true);
  expect([store.isLoading, store.answer, store.failure]).toEqual([false, null, null]);
});

test("repeating without a search does nothing", () => {
  const { store, requests } = openStore();
  store.repeat();
  expect(requests).toHaveLength(0);
});
