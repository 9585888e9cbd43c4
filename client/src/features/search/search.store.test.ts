import { expect, test, vi } from "vitest";
import { createApi } from "../../shared/api-client.ts";
import { sampleSession } from "../../shared/testing/sample-session.ts";
import { blankSearch } from "./search-path.ts";
import { type Found, SearchStore } from "./search.store.ts";

const nothing: Found = { total_entries: 0, page: 1, entries: [], tags: [], corrected_query: null };

/** A store whose searches are answered one by one, in whatever order. */
function open() {
  const asked: { url: URL; aborted: () => boolean; reply: (status: number, body: unknown) => void }[] = [];
  const api = createApi({
    fetch: (url, init) =>
      new Promise((resolve, reject) => {
        init.signal?.addEventListener("abort", () => reject(new Error("aborted")));
        asked.push({
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
  return { store: new SearchStore(api), asked };
}

const fire = { ...blankSearch, query: "fire" };
const plague = { ...blankSearch, query: "plague" };

test("what is asked for goes to the server, and what it found is shown", async () => {
  const { store, asked } = open();
  const asking = store.ask({
    ...fire,
    tag: "at sea",
    journal: "12",
    field: "entries",
    order: "date",
    page: 2,
  });
  expect(store.isLoading).toBe(true);
  expect(Object.fromEntries(asked[0]?.url.searchParams ?? [])).toEqual({
    query: "fire",
    tag: "at sea",
    journal: "12",
    field: "entries",
    order: "date",
    page: "2",
  });
  asked[0]?.reply(200, { ...nothing, total_entries: 3 });
  await asking;
  expect([store.isLoading, store.answer?.found.total_entries]).toEqual([false, 3]);
});

test("the old results stay until the new ones are there, and what is overtaken is never shown", async () => {
  const { store, asked } = open();
  const first = store.ask(fire);
  asked[0]?.reply(200, nothing);
  await first;
  const second = store.ask(plague);
  expect([store.isLoading, store.answer?.key.query]).toEqual([true, "fire"]);
  const third = store.ask({ ...plague, query: "great plague" });
  expect(asked[1]?.aborted()).toBe(true);
  asked[2]?.reply(200, nothing);
  await Promise.all([second, third]);
  expect([store.isLoading, store.answer?.key.query]).toEqual([false, "great plague"]);
});

test("a failure takes the place of the results, until it is tried again", async () => {
  const { store, asked } = open();
  const first = store.ask(fire);
  asked[0]?.reply(200, nothing);
  await first;
  const second = store.ask(plague);
  asked[1]?.reply(404, {
    error: "Sorry, the journal you were looking for was not found.",
    code: "not_found",
  });
  await second;
  expect([store.failure?.code, store.answer]).toEqual(["not_found", null]);
  store.again();
  expect(asked[2]?.url.searchParams.get("query")).toBe("plague");
  asked[2]?.reply(200, nothing);
  await vi.waitFor(() => expect(store.answer?.key.query).toBe("plague"));
  expect(store.failure).toBeNull();
});

test("a search that is away for a moment is asked once more, and then it is said", async () => {
  const { store, asked } = open();
  const asking = store.ask(fire);
  const away = { error: "Daybook cannot do this right now.", code: "unavailable" };
  asked[0]?.reply(503, away);
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  asked[1]?.reply(503, away);
  await asking;
  expect([asked.length, store.failure?.code]).toEqual([2, "unavailable"]);
});

test("nothing to look for shows nothing", async () => {
  const { store, asked } = open();
  const asking = store.ask(fire);
  store.clear();
  await asking;
  expect(asked[0]?.aborted()).toBe(true);
  expect([store.isLoading, store.answer, store.failure]).toEqual([false, null, null]);
});

test("where nothing was looked for, nothing is again", () => {
  const { store, asked } = open();
  store.again();
  expect(asked).toHaveLength(0);
});
