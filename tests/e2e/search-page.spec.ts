import type { Request } from "@playwright/test";
import { expect, padOf, test } from "../fixtures.ts";
import { openDiary } from "./diary.ts";
import { lockForm } from "./test-users.ts";
import { waitUntilFound, watchSearches, writeFireEntries } from "./search-diary.ts";

const hintText = "Enter a search term to begin searching your entries and tags.";
const noResultsText = "We're sorry, your search did not return any results.";

test("a search works using only the keyboard, from the field to an entry", async ({ page, product }) => {
  const diary = await openDiary(page, product);
  const id = (await writeFireEntries(diary))[2];
  await page.goto("/search");
  await expect(page.getByText(hintText)).toBeVisible();
  const searchBox = page.getByRole("searchbox", { name: "Search your entries and tags" });
  await expect(searchBox).toBeFocused();
  await expect(page.getByLabel("Search in")).toHaveCount(0);
  await expect(page.getByLabel("Journal", { exact: true })).toHaveCount(0);

  await page.keyboard.type("fire");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/search?query=fire");
  await expect(page.getByRole("status").filter({ hasText: "13 entries and 1 tag" })).toBeVisible();
  await expect(page).toHaveTitle(/^Search · /);
  await expect(searchBox).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("link", { name: "fire of London, 3 entries" })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("link", { name: "Fire, day 2" })).toBeFocused();
  await page.keyboard.press("End");
  await expect(page.getByRole("link", { name: "Fire, day 6" })).toBeFocused();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowUp");
  await expect(searchBox).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("/");
  await expect(searchBox).toBeFocused();
  await page.keyboard.press("Control+K");
  await expect(searchBox).toBeFocused();

  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/journals/${diary.journalId}/${id}`);
});

test("the results keep their scroll position when the user returns, and a new search begins at the top", async ({
  page,
  product,
}) => {
  const diary = await openDiary(page, product);
  await writeFireEntries(diary);
  await page.goto("/search?query=fire");
  const link = page.getByRole("link", { name: "Fire, day 6" });
  const scrollPosition = () => page.evaluate(() => window.scrollY);
  await link.scrollIntoViewIfNeeded();
  await expect.poll(scrollPosition).toBeGreaterThan(200);
  const positionBefore = await scrollPosition();
  await link.click();
  await page.waitForURL(/\/journals\/\d+\/\d+$/);
  await page.goBack();
  await expect(link).toBeVisible();
  await expect.poll(scrollPosition).toBe(positionBefore);

  await link.click();
  await page.waitForURL(/\/journals\/\d+\/\d+$/);
  // The new page takes the focus when it opens.
  await expect(padOf(page).title).toHaveValue("Fire, day 6");
  const field = page.getByRole("combobox", { name: "Search" });
  await field.fill("fire");
  await field.press("Enter");
  await expect(link).toBeVisible();
  await expect.poll(scrollPosition).toBe(0);
});

test("results show excerpt, journal, date and lock, and escape HTML", async ({ page, product }) => {
  const diary = await openDiary(page, product, { pro: true });
  await diary.call("changeDateFormat", { body: { format: "D MMMM YYYY" } });
  await writeFireEntries(diary);
  const lockedEntry = await diary.write("Fire under a lock");
  const entryOfLockedJournal = await diary.write("Fire in letters", {}, diary.lettersId);
  await waitUntilFound(diary, { query: "fire" }, 15);
  await diary.lock(lockedEntry.id);
  await diary.call("updateJournal", { ...diary.inJournal(diary.lettersId), body: lockForm });
  await page.goto("/search?query=fire&order=date");
  const results = page.getByRole("main").locator("ol").first().getByRole("listitem");
  const untitled = results.filter({ hasText: "Untitled Entry" });
  await expect(untitled).toContainText("Café <b>noir</b> & fire by the river.");
  await expect(untitled.locator("mark")).toHaveText(["fire"]);
  await expect(untitled).toContainText("Samuel’s Journal");
  await expect(untitled.getByText("20 November 2026, 10:42")).toBeVisible();
  const lockedResult = results.filter({ hasText: "Fire under a lock" });
  await expect(lockedResult.getByText("This entry is locked")).toBeAttached();
  await expect(lockedResult).toContainText("Unlock it to see its text.");
  await expect(lockedResult).not.toContainText("About");
  const lockedJournalResult = results.filter({ hasText: "Fire in letters" });
  await expect(lockedJournalResult.getByText("This journal is locked")).toBeAttached();
  await expect(lockedJournalResult.getByText("This entry is locked")).toHaveCount(0);
  await expect(lockedJournalResult).not.toContainText("About");
  const unlockPath = `/journals/${diary.lettersId}/unlock?entry=${entryOfLockedJournal.id}`;
  await expect(lockedJournalResult.getByRole("link")).toHaveAttribute("href", unlockPath);
});

test("a PRO account filters the search, and the URL says so", async ({ page, product }) => {
  const diary = await openDiary(page, product, { pro: true });
  await writeFireEntries(diary);
  await diary.write("A fire in the letters", { local_date: "1660-01-01" }, diary.lettersId);
  await waitUntilFound(diary, { query: "fire" }, 14);
  const search = await watchSearches(page);
  await page.goto("/search?query=fire");
  const titles = page.getByRole("main").getByRole("heading", { level: 3 });
  await expect(titles).toHaveCount(10);
  await page.getByLabel("Journal", { exact: true }).selectOption("Letters");
  await expect(page).toHaveURL(`/search?query=fire&journal=${diary.lettersId}`);
  await expect(titles).toHaveText(["A fire in the letters"]);
  await page.getByLabel("Search in").selectOption("Tags");
  await expect(page).toHaveURL(/&field=tags$/);
  await expect(titles).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Tags" })).toBeVisible();
  await page.getByLabel("Search in").selectOption("Entries");
  await expect(page).toHaveURL(/&field=entries$/);
  await expect(page.getByRole("heading", { name: "Tags" })).toHaveCount(0);
  await page.getByLabel("Journal", { exact: true }).selectOption("All Journals");
  await expect(page).toHaveURL("/search?query=fire&field=entries");
  // Waits until the page shows this choice, because it adds the next choice to the URL that it shows.
  await expect(page.getByLabel("Journal", { exact: true })).toHaveValue("");
  await expect(titles).toHaveCount(10);
  await page.getByLabel("Sort by").selectOption("Date Created");
  await expect(page).toHaveURL("/search?query=fire&field=entries&order=date");
  await expect(titles.first()).toHaveText("Untitled Entry");
  await page.getByLabel("Sort by").selectOption("Relevance");
  await expect(titles.first()).toHaveText("Fire, day 3");

  await page.goto(`/search?query=nothing&journal=${diary.lettersId}`);
  await expect(page.getByText(noResultsText)).toBeVisible();
  await page.getByRole("link", { name: "Search all journals" }).click();
  await expect(page).toHaveURL("/search?query=nothing");
  await expect.poll(() => search.last().get("journal")).toBeNull();
});

test("no request sends the query in a referrer", async ({ page, product }) => {
  await openDiary(page, product);
  const requests: Request[] = [];
  page.on("request", (request) => requests.push(request));
  await page.goto("/search?query=affair");
  await expect(page.getByText(noResultsText)).toBeVisible();
  const sentHeaders = await Promise.all(requests.map((request) => request.allHeaders()));
  expect(requests.some((request) => request.url().includes("/api/search?"))).toBe(true);
  expect(sentHeaders.flatMap(({ referer }) => referer ?? [])).toEqual([]);
});

test("pages of results and tags have URLs, filters in the URL have no effect for a free account, and a misspelled word is corrected", async ({
  page,
  product,
}) => {
  const diary = await openDiary(page, product);
  await writeFireEntries(diary);
  const search = await watchSearches(page);
  const titles = page.getByRole("heading", { level: 3 });
  await page.goto("/search?query=fire&journal=1&field=tags");
  await expect(titles).toHaveCount(10);
  await expect
    .poll(() => [search.last().get("journal"), search.last().get("field")])
    .toEqual([null, "everything"]);
  await expect(page.getByLabel("Sort by")).toBeVisible();

  // A page past the end opens the last one.
  await page.goto("/search?query=fire&page=9");
  await expect(page).toHaveURL("/search?query=fire&page=2");
  await expect(titles).toHaveCount(3);
  await page.getByRole("link", { name: "Previous" }).click();
  await expect(page).toHaveURL("/search?query=fire");
  await expect(titles).toHaveCount(10);

  await page.getByRole("link", { name: "fire of London, 3 entries" }).click();
  await expect(page).toHaveURL("/search?tag=fire+of+London");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Viewing entries tagged fire of London");
  await expect(titles).toHaveCount(3);
  await page.getByRole("searchbox", { name: "Search the entries tagged fire of London" }).fill("day 2");
  await page.keyboard.press("Enter");
  await expect(titles).toHaveText(["Fire, day 2"]);
  await page.goto("/search?tag=Nobody");
  await expect(page.getByText("There are no entries with this tag.")).toBeVisible();

  await page.goto("/search?query=bethnel");
  await expect(page.getByText("Showing results for bethnal")).toBeVisible();
});

test("old results stay until the new results arrive, and a failed search can be tried again", async ({
  page,
  product,
  expectNetworkErrors,
}) => {
  expectNetworkErrors();
  const diary = await openDiary(page, product);
  await writeFireEntries(diary);
  const search = await watchSearches(page);
  const release = search.holdSearches();
  await page.goto("/search?query=fire");
  await expect(page.getByRole("main").getByText("Loading…")).toBeAttached();
  release();
  const firstResult = page.getByRole("heading", { level: 3 }).first();
  await expect(firstResult).toHaveText("Fire, day 3");
  const releaseNext = search.holdSearches();
  const searchBox = page.getByRole("searchbox");
  await searchBox.fill("river");
  await searchBox.press("Enter");
  await expect(page).toHaveURL("/search?query=river");
  await expect(page.locator("[aria-busy=true]")).toContainText("Fire, day 3");
  releaseNext();
  await expect(page.getByRole("heading", { level: 3 })).toHaveText(["Untitled Entry"]);

  search.failSearches();
  await searchBox.fill("fire");
  await searchBox.press("Enter");
  await expect(page.getByText("Daybook cannot do this right now.")).toBeVisible();
  await expect(page.getByRole("heading", { level: 3 })).toHaveCount(0);
  search.restoreSearches();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(firstResult).toHaveText("Fire, day 3");
  await expect(searchBox).toBeFocused();
});
