import type { FoundEntry } from "@daybook/domain/contract/search";
import { expect, test } from "vitest";
import { highlightQueryOf } from "./highlight-query.ts";
import { optionsOf } from "./options.ts";
import type { SuggestedResults } from "./suggest.machine.ts";

const foundEntry = (id: number): { entry: FoundEntry } => ({
  entry: {
    id,
    title: `Entry ${id}`,
    excerpt: "",
    created: 0,
    local_date: "1970-01-01",
    is_locked: false,
    journal: { id: 1, name: "Diary", is_locked: false },
  },
});
const journals = { find: () => undefined };
const tag = (id: number) => ({ tag: { id, name: `tag ${id}`, total_entries: 1 } });

const suggestedResults = (correctedQuery: string | null = null): SuggestedResults => ({
  text: "fir",
  reply: {
    total_entries: 9,
    page: 1,
    entries: [1, 2, 3, 4, 5, 6, 7].map(foundEntry),
    tags: [1, 2, 3, 4].map(tag),
    corrected_query: correctedQuery,
    has_all_words: true,
  },
});

test("suggestions list tags first, then entries, then the link to all results", () => {
  const options = optionsOf("fire", suggestedResults(), ["plague"], journals);
  expect(options.map(({ key }) => key)).toEqual(
    "tag 1,tag 2,tag 3,entry 1,entry 2,entry 3,entry 4,entry 5,all".split(","),
  );
  // The first tag, the first entry, and all results.
  expect([options[0], options[3], options[8]].map((option) => option?.path)).toEqual([
    "/search?tag=tag+1",
    "/journals/1/1",
    "/search?query=fire",
  ]);
});

test("suggestions highlight the query of the results, or the corrected query", () => {
  expect(optionsOf("fire", suggestedResults(), [], journals)[3]?.match).toBe("fir");
  expect(optionsOf("fire", suggestedResults("fires"), [], journals)[3]?.match).toBe("fires");
});

test("suggestions also highlight words that matched in another form", () => {
  const excerpt = "She <mark>folded</mark> <mark>two napkins</mark> and a <mark>Napkin</mark>";
  expect(highlightQueryOf({ title: "<mark>Folding</mark>", excerpt }, "folding napkin")).toBe(
    "folded folding napkin",
  );
  expect(highlightQueryOf({ title: "", excerpt: "&lt;<mark>Tom&#39;s</mark>" }, "tom")).toBe("tom's tom");
  expect(highlightQueryOf({ title: "<mark>Fire</mark>", excerpt: "" }, "fires")).toBe("fire fires");
});

test("without results, the only suggestion is the link to all results", () => {
  expect(optionsOf("fire", null, ["plague"], journals).map(({ key }) => key)).toEqual(["all"]);
});

test("an empty search field offers recent searches", () => {
  expect(
    optionsOf("", suggestedResults(), ["plague", "fire & ash"], journals).map(({ path }) => path),
  ).toEqual(["/search?query=plague", "/search?query=fire+%26+ash"]);
  expect(optionsOf("", null, [], journals)).toEqual([]);
});
