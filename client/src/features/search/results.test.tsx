// @vitest-environment happy-dom
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { renderForTest } from "../../shared/testing/rendered.tsx";
import { testServer } from "../../shared/testing/test-server.ts";
import { SettingsStore } from "../../stores/settings.store.ts";
import { Results } from "./results.tsx";
import { blankSearch, type SearchKey } from "./search-path.ts";
import type { SearchReply } from "./search.store.ts";
import { searchReply } from "./testing/sample-search.tsx";

const emptyReply = searchReply([]);

async function showResults(searchKey: SearchKey, requestedKey: SearchKey, reply: SearchReply) {
  const { api } = testServer();
  return renderForTest(
    <MemoryRouter>
      <Results
        searchKey={searchKey}
        requestedKey={requestedKey}
        reply={reply}
        state={null}
        onOpen={() => {}}
      />
    </MemoryRouter>,
    { api, settings: new SettingsStore(api), stores: null },
  );
}

test("the link to the next page uses the current search, not the search of the shown results", async () => {
  const answeredSearch = { ...blankSearch, query: "fire" };
  const entry = {
    id: 5,
    title: "Fire",
    excerpt: "",
    created: 0,
    local_date: "1660-01-01",
    is_locked: false,
    journal: { id: 1, name: "Diary", is_locked: false },
  };
  const { remove } = await showResults(
    answeredSearch,
    { ...answeredSearch, order: "date" },
    { ...emptyReply, total_entries: 200, entries: [{ entry }] },
  );
  expect(document.querySelector("[href='/search?query=fire&order=date&page=2']")).not.toBeNull();
  await remove();
});

test.each([
  [{ query: "fire", journal: "2" }, "/search?query=fire"],
  [{ query: "fire", field: "tags" as const }, "/search?query=fire"],
  [{ query: "fire", tag: "at sea" }, "/search?query=fire"],
  [{ tag: "at sea" }, "/search"],
])("without results, %j leads to the wider search %s", async (changes, path) => {
  const searchKey = { ...blankSearch, ...changes };
  const { remove } = await showResults(searchKey, searchKey, emptyReply);
  expect(document.querySelector("a")?.getAttribute("href")).toBe(path);
  await remove();
});

test("without results and without filters, there is no link to a wider search", async () => {
  const searchKey: SearchKey = { ...blankSearch, query: "fire", order: "date" };
  const { remove } = await showResults(searchKey, searchKey, emptyReply);
  expect(document.querySelector("a")).toBeNull();
  await remove();
});
