// @vitest-environment happy-dom
import { act } from "react";
import { afterEach, expect, test } from "vitest";
import type { SearchReply } from "./search.store.ts";
import { foundEntry, searchReply, showSearch } from "./testing/sample-search.tsx";
import { SearchPage } from "./search-page.tsx";

const noResultsText = "We're sorry, your search did not return any results.";
const fireTag = { tag: { id: 9, name: "fire of London", total_entries: 3 } };
const fireEntries = [1, 2, 3].map((day) => foundEntry(day));
const fireReply = searchReply(fireEntries, { total_entries: 13, tags: [fireTag] });

let removePage = () => Promise.resolve();
afterEach(() => removePage());

async function openPage(options: Parameters<typeof showSearch>[1]) {
  const page = await showSearch(<SearchPage />, options);
  removePage = page.remove;
  await act(async () => {});
  return page;
}

test("a search is sent with Enter, and the keyboard moves between the field and the results", async () => {
  const page = await openPage({ url: "/search", answer: () => fireReply });
  expect(document.body.textContent).toContain(
    "Enter a search term to begin searching your entries and tags.",
  );
  const field = page.field();
  expect(field.labels?.[0]?.textContent).toBe("Search your entries and tags");
  expect(document.activeElement).toBe(field);
  expect(page.all("select")).toEqual([]);
  expect(page.queries).toEqual([]);

  await page.type("fire");
  await page.press("Enter");
  expect(page.url()).toBe("/search?query=fire");
  expect(page.texts("[role=status]")).toContain("13 entries and 1 tag");
  expect(document.title).toMatch(/^Search · /);
  expect(document.activeElement).toBe(field);
  const expectFocused = (name: string) => expect(document.activeElement).toBe(page.link(name));
  await page.press("ArrowDown");
  expectFocused("fire of London, 3 entries");
  await page.press("ArrowDown");
  await page.press("ArrowDown");
  expectFocused("Fire, day 2");
  await page.press("End");
  expectFocused("Fire, day 3");
  await page.press("Home");
  expectFocused("fire of London, 3 entries");
  await page.press("ArrowUp");
  expect(document.activeElement).toBe(field);
  page.link("Fire, day 1").focus();
  await page.press("/");
  expect(document.activeElement).toBe(field);
  page.link("Fire, day 1").focus();
  await page.press("k", { ctrlKey: true });
  expect(document.activeElement).toBe(field);
});

test("Ctrl+K with Shift or Alt is left to the browser", async () => {
  const page = await openPage({ url: "/search?query=fire", answer: () => fireReply });
  const link = page.link("Fire, day 1");
  link.focus();
  await page.press("K", { ctrlKey: true, shiftKey: true });
  await page.press("k", { ctrlKey: true, altKey: true });
  expect(document.activeElement).toBe(link);
});

test("results show excerpt, journal, date and lock, and escape HTML", async () => {
  const journal = { id: 1, name: "Samuel’s Journal", is_locked: false };
  const lockedJournal = { id: 2, name: "Letters", is_locked: true };
  const page = await openPage({
    url: "/search?query=fire&order=date",
    journals: [{ name: journal.name }, { name: lockedJournal.name, is_unlocked: false }],
    isPro: true,
    answer: () =>
      searchReply([
        foundEntry(5, {
          title: " ",
          excerpt: "Café &lt;b&gt;noir&lt;/b&gt; &amp; <mark>fire</mark> by the river.",
          created: Date.parse("2026-11-20T10:42:00.000Z") / 1000,
          local_date: "2026-11-20",
          journal,
        }),
        // The server sends no text of locked entries. If the server did, the page would not show it.
        foundEntry(6, { title: "Under a lock", excerpt: "A secret", is_locked: true, journal }),
        foundEntry(7, { title: "In letters", excerpt: "A secret", journal: lockedJournal }),
      ]),
  });
  await page.waitUntil(() =>
    expect(page.all("option").map(({ textContent }) => textContent)).toContain("Letters"),
  );
  const [untitled, lockedEntry, entryOfLockedJournal] = page.all("main ol > li, section > ol > li");
  expect(untitled?.querySelector("h3")?.textContent).toBe("Untitled Entry");
  expect(untitled?.textContent).toContain("Café <b>noir</b> & fire by the river.");
  expect([...(untitled?.querySelectorAll("mark") ?? [])].map((mark) => mark.textContent)).toEqual(["fire"]);
  expect(untitled?.textContent).toContain("Samuel’s Journal");
  expect(untitled?.querySelector("time")?.textContent).toBe("20 November 2026, 10:42");
  expect(untitled?.textContent).not.toContain("locked");
  expect(lockedEntry?.textContent).toContain("This entry is locked");
  expect(lockedEntry?.textContent).toContain("Unlock it to see its text.");
  expect(entryOfLockedJournal?.textContent).toContain("This journal is locked");
  expect(entryOfLockedJournal?.textContent).not.toContain("This entry is locked");
  expect(entryOfLockedJournal?.textContent).toContain("Unlock it to see its text.");
  expect(document.body.textContent).not.toContain("A secret");
  expect(entryOfLockedJournal?.querySelector("a")?.getAttribute("href")).toBe("/journals/2/unlock?entry=7");
});

test("a PRO account filters the search, and the URL says so", async () => {
  const page = await openPage({
    url: "/search?query=fire",
    isPro: true,
    journals: [{ name: "Samuel’s Journal" }, { name: "Letters" }],
    answer: ({ query, field }) =>
      query === "nothing"
        ? searchReply([])
        : searchReply(field === "tags" ? [] : fireEntries, { tags: field === "entries" ? [] : [fireTag] }),
  });
  await page.waitUntil(() => expect(page.select("Journal").options).toHaveLength(3));
  const sentSearch = () => page.queries.at(-1);
  await page.choose(page.select("Journal"), "Letters");
  expect(page.url()).toBe("/search?query=fire&journal=2");
  expect(sentSearch()).toMatchObject({ query: "fire", journal: "2", field: "everything" });
  await page.choose(page.select("Search in"), "Tags");
  expect(page.url()).toBe("/search?query=fire&journal=2&field=tags");
  expect(sentSearch()).toMatchObject({ journal: "2", field: "tags" });
  expect(page.texts("h2")).toEqual(["Tags"]);
  await page.choose(page.select("Search in"), "Entries");
  expect(page.url()).toBe("/search?query=fire&journal=2&field=entries");
  expect(page.texts("h2")).toEqual(["Entries"]);
  await page.choose(page.select("Journal"), "All Journals");
  expect(page.url()).toBe("/search?query=fire&field=entries");
  expect(page.select("Journal").value).toBe("");
  expect(sentSearch()).not.toHaveProperty("journal");
  await page.choose(page.select("Sort by"), "Date Created");
  expect(page.url()).toBe("/search?query=fire&field=entries&order=date");
  expect(sentSearch()).toMatchObject({ field: "entries", order: "date" });
  await page.choose(page.select("Sort by"), "Relevance");
  expect(page.url()).toBe("/search?query=fire&field=entries");
  expect(sentSearch()).toMatchObject({ order: "relevance" });

  await page.choose(page.select("Journal"), "Letters");
  await page.fill("nothing");
  await page.press("Enter");
  expect(page.texts("[role=status]")).toContain(noResultsText);
  await page.click(page.link("Search all journals"));
  expect(page.url()).toBe("/search?query=nothing");
  expect(sentSearch()).not.toHaveProperty("journal");
});

test("filters in the URL have no effect for a free account, but it can sort", async () => {
  const page = await openPage({ url: "/search?query=fire&journal=1&field=tags", answer: () => fireReply });
  expect(page.queries).toEqual([{ query: "fire", field: "everything", order: "relevance", page: "1" }]);
  expect(page.all("select")).toEqual([page.select("Sort by")]);
});

test("pages and tags have URLs; a page past the end opens the last page", async () => {
  const page = await openPage({
    url: "/search?query=fire&page=9",
    origin: "/journals/1/entries?view=starred",
    answer: ({ tag, query, page: pageNumber }) => {
      if (tag === "Nobody") return searchReply([]);
      if (tag !== undefined) return searchReply(query === undefined ? fireEntries : [foundEntry(2)]);
      return { ...fireReply, entries: Number(pageNumber) > 2 ? [] : fireReply.entries };
    },
  });
  await page.waitUntil(() => expect(page.url()).toBe("/search?query=fire&page=2"));
  expect(page.texts("h3")).toHaveLength(3);
  const backLink = () => page.link("Back").getAttribute("href");
  expect(backLink()).toBe("/journals/1/entries?view=starred");
  await page.click(page.link("Previous"));
  expect(page.url()).toBe("/search?query=fire");
  await page.choose(page.select("Sort by"), "Date Created");
  expect(page.link("Next").getAttribute("href")).toBe("/search?query=fire&order=date&page=2");
  await page.click(page.link("Next"));
  expect(page.url()).toBe("/search?query=fire&order=date&page=2");
  await page.click(page.link("Previous"));
  expect(backLink()).toBe("/journals/1/entries?view=starred");

  await page.click(page.link("fire of London, 3 entries"));
  expect(page.url()).toBe("/search?tag=fire+of+London");
  expect(page.texts("h1")).toEqual(["Viewing entries tagged fire of London"]);
  expect(page.texts("h3")).toHaveLength(3);
  expect(page.field().labels?.[0]?.textContent).toBe("Search the entries tagged fire of London");
  await page.fill("day 2");
  await page.press("Enter");
  expect(page.queries.at(-1)).toMatchObject({ query: "day 2", tag: "fire of London" });
  expect(page.texts("h3")).toEqual(["Fire, day 2"]);
  await page.remove();

  const emptyTag = await openPage({ url: "/search?tag=Nobody", answer: () => searchReply([]) });
  expect(emptyTag.texts("[role=status]")).toContain("There are no entries with this tag.");
  expect(emptyTag.link("Back")).toBeUndefined();
});

test("a misspelled word is corrected, and results that have only some of the words say so", async () => {
  const page = await openPage({
    url: "/search?query=bethnel",
    answer: ({ query }) =>
      searchReply(fireEntries, {
        corrected_query: query === "bethnel" ? "bethnal" : null,
        has_all_words: query === "bethnel",
      }),
  });
  expect(document.body.textContent).toContain("Showing results for bethnal");
  await page.fill("bonfires elephant");
  await page.press("Enter");
  const someWords = "No entry has all of these words. These have some of them.";
  expect(page.texts("[role=status]")).toContain(`3 entries. ${someWords}`);
  expect(document.body.textContent).not.toContain("Showing results for");
});

test("old results stay until the new results arrive, and a failed search can be tried again", async () => {
  let isDown = false;
  const pendingAnswers: ((reply: SearchReply) => void)[] = [];
  const page = await openPage({
    url: "/search?query=fire",
    answer: ({ query }) => {
      if (isDown) return "unavailable";
      return query === "plague"
        ? searchReply([foundEntry(8, { title: "Plague" })])
        : new Promise((resolve) => pendingAnswers.push(resolve));
    },
  });
  const answer = (reply: SearchReply) => act(async () => pendingAnswers.shift()?.(reply));
  expect(document.body.textContent).toContain("Loading…");
  await answer(fireReply);
  expect(page.texts("h3")).toEqual(["Fire, day 1", "Fire, day 2", "Fire, day 3"]);
  expect(document.body.textContent).not.toContain("Loading…");
  await page.fill("river");
  await page.press("Enter");
  expect(page.url()).toBe("/search?query=river");
  expect(page.texts("[aria-busy=true] h3")).toEqual(["Fire, day 1", "Fire, day 2", "Fire, day 3"]);
  await answer(searchReply([foundEntry(5, { title: "" })]));
  expect(page.texts("h3")).toEqual(["Untitled Entry"]);
  expect(page.all("[aria-busy=true]")).toEqual([]);

  isDown = true;
  await page.fill("plague");
  await page.press("Enter");
  expect(document.body.textContent).toContain("Daybook cannot do this right now.");
  expect(page.texts("h3")).toEqual([]);
  isDown = false;
  await page.click(page.button("Try again"));
  expect(page.texts("h3")).toEqual(["Plague"]);
  expect(document.activeElement).toBe(page.field());
});

test("when the journal is not found, the link searches the same tag in all journals", async () => {
  const url = "/search?tag=at+sea&journal=7&field=entries&page=2";
  const page = await openPage({ url, isPro: true, answer: () => "not found" });
  expect(page.link("Search all journals").getAttribute("href")).toBe("/search?tag=at+sea&field=entries");
});
