import { describe, expect, test } from "vitest";
import {
  blankSearch,
  resultPath,
  originOf,
  pageCountOf,
  readSearchQuery,
  searchPath,
} from "./search-path.ts";

const read = (query: string, canFilter = true) => readSearchQuery(new URLSearchParams(query), canFilter);

describe("search URLs", () => {
  test.each([
    ["", blankSearch],
    ["query=great+fire", { ...blankSearch, query: "great fire" }],
    ["query=%20%20", blankSearch],
    ["tag=at+sea", { ...blankSearch, tag: "at sea" }],
    [
      "query=fire&journal=12&field=entries&order=date&page=3",
      { ...blankSearch, query: "fire", journal: "12", field: "entries", order: "date", page: 3 },
    ],
    ["query=fire&journal=x&field=photos&order=length&page=0", { ...blankSearch, query: "fire" }],
  ])("the search URL ?%s is parsed", (query, expected) => {
    expect(read(query)).toEqual(expected);
  });

  test("filters in a search URL are ignored for a free account", () => {
    expect(read("query=fire&journal=12&field=tags&order=date", false)).toEqual({
      ...blankSearch,
      query: "fire",
      order: "date",
    });
  });

  test("a search URL leaves out default values, and is parsed back to the same search", () => {
    expect(searchPath({})).toBe("/search");
    const searchKey = { ...blankSearch, query: "a&b ü", tag: "at sea", field: "tags" as const, page: 2 };
    expect(read(searchPath(searchKey).slice("/search?".length))).toEqual(searchKey);
  });

  test("query, page and page count are limited to what the server accepts", () => {
    expect(read(`query=${"x".repeat(600)}`).query).toHaveLength(500);
    expect(read("query=fire&page=99999").page).toBe(10_000);
    expect([pageCountOf(0), pageCountOf(10), pageCountOf(11), pageCountOf(2_000_000)]).toEqual([
      0, 1, 2, 10_000,
    ]);
  });
});

test("the return path only leads to pages of this site", () => {
  expect(originOf({ origin: "/journals/1/entries?page=2" })).toBe("/journals/1/entries?page=2");
  expect(originOf({ origin: "//evil.example" })).toBeNull();
  expect(originOf({ previousPath: "/journals" })).toBeNull();
  expect(originOf(null)).toBeNull();
});

test("a result in a locked journal leads to its unlock page", () => {
  const journal = { id: 1, name: "Diary", is_locked: true };
  const loadedJournals = (is_unlocked: boolean) => ({ find: () => ({ is_unlocked }) });
  expect(resultPath({ id: 5, journal }, loadedJournals(false))).toBe("/journals/1/unlock?entry=5");
  expect(resultPath({ id: 5, journal }, loadedJournals(true))).toBe("/journals/1/5");
  expect(resultPath({ id: 5, journal }, { find: () => undefined })).toBe("/journals/1/5");
  expect(resultPath({ id: 5, journal: { ...journal, is_locked: false } }, loadedJournals(false))).toBe(
    "/journals/1/5",
  );
});
