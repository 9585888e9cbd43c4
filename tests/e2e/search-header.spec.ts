import { expect, padOf, test } from "../fixtures.ts";
import { openDiary } from "./diary.ts";
import { waitUntilFound, watchSearches, writeFireEntries } from "./search-diary.ts";

test("results appear while the user types, and the keyboard opens one of them", async ({ page, product }) => {
  const diary = await openDiary(page, product);
  const id = (await writeFireEntries(diary))[2];
  const search = await watchSearches(page);
  await page.goto(diary.list);
  const field = page.getByRole("banner").getByRole("combobox", { name: "Search" });
  await expect(field).toBeVisible();
  // A page that was just opened may not listen to the keyboard yet.
  await expect(async () => {
    await page.keyboard.press("Control+K");
    await expect(field).toBeFocused({ timeout: 2_000 });
  }).toPass();
  await expect(field).toHaveAttribute("aria-expanded", "false");
  await page.keyboard.type("fire");
  const list = page.getByRole("listbox", { name: "Search results" });
  await expect(list.getByRole("option")).toHaveText([
    /^fire of London/,
    // The tag of these entries has the word too. Of equal matches, the newest comes first.
    /^Fire, day 3/,
    /^Fire, day 2/,
    /^Fire, day 1The/,
    /^Fire, day 12/,
    /^Fire, day 11/,
    "All results for “fire”",
  ]);
  await expect.poll(() => search.queries().at(-1)).toBe("fire");
  await expect(field).toHaveAttribute("aria-expanded", "true");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  const result = list.getByRole("option", { name: /^Fire, day 3/ });
  await expect(result).toHaveAttribute("aria-selected", "true");
  await expect(field).toHaveAttribute("aria-activedescendant", (await result.getAttribute("id")) ?? "");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await expect(list.getByRole("option", { name: "All results" })).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Escape");
  await expect(list).toBeHidden();
  await expect(field).toBeFocused();
  await expect(field).toHaveValue("fire");
  await page.keyboard.press("Control+K");
  await expect(result).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(list).toBeHidden();
  await page.keyboard.press("ArrowDown");
  await expect(result).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/journals/${diary.journalId}/${id}`);
  await expect(list).toBeHidden();
  await expect(field).toHaveValue("");
});

test("Enter opens the page of all results, and Back returns to the page before it", async ({
  page,
  product,
}) => {
  const diary = await openDiary(page, product);
  await writeFireEntries(diary);
  await page.goto(`${diary.list}?view=starred`);
  const field = page.getByRole("combobox", { name: "Search" });
  await field.fill("fire");
  await field.press("Enter");
  await expect(page).toHaveURL("/search?query=fire");
  await expect(page.getByRole("banner").getByRole("combobox")).toHaveCount(0);
  await expect(page.getByRole("searchbox")).toBeFocused();
  await page.getByLabel("Sort by").selectOption("Date Created");
  await expect(page).toHaveURL("/search?query=fire&order=date");
  const next = page.getByRole("link", { name: "Next" });
  await expect(next).toHaveAttribute("href", /order=date/);
  await next.click();
  await expect(page).toHaveURL("/search?query=fire&order=date&page=2");
  await page.getByRole("link", { name: "Back" }).click();
  await expect(page).toHaveURL(`${diary.list}?view=starred`);
  await page.goto("/search");
  await expect(page.getByRole("searchbox")).toBeVisible();
  await expect(page.getByRole("link", { name: "Back" })).toHaveCount(0);
});

test("the results below the header's field work by mouse", async ({ page, product }) => {
  const diary = await openDiary(page, product);
  await writeFireEntries(diary);
  await page.goto("/journals");
  const field = page.getByRole("combobox", { name: "Search" });
  await field.fill("fire");
  await page.getByRole("option", { name: /^fire of London/ }).click();
  await expect(page).toHaveURL("/search?tag=fire+of+London");
  await page.getByRole("link", { name: "Back" }).click();
  await field.fill("river");
  const allResults = page.getByRole("option", { name: "All results for “river”" });
  await expect(allResults).toBeVisible();
  await page.getByRole("heading", { level: 1 }).click();
  await expect(allResults).toBeHidden();
  await field.click();
  await allResults.click();
  await expect(page).toHaveURL("/search?query=river");
});

test("recent searches are stored encrypted on the device until they are cleared or the user logs out", async ({
  page,
  product,
}) => {
  const diary = await openDiary(page, product);
  await writeFireEntries(diary);
  const localStorageText = () => page.evaluate(() => JSON.stringify(Object.entries(localStorage)));
  await page.goto("/search");
  for (const query of ["river", "bethnal"]) {
    /* oxlint-disable no-await-in-loop -- one search after the other */
    const storedText = await localStorageText();
    await page.getByRole("searchbox").fill(query);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(`/search?query=${query}`);
    await expect.poll(localStorageText).not.toBe(storedText);
    /* oxlint-enable no-await-in-loop */
  }
  await expect.poll(localStorageText).toContain("daybook-searches");
  expect(await localStorageText()).not.toMatch(/river|bethnal/);
  await page.goto("/journals");
  const field = page.getByRole("combobox", { name: "Search" });
  await field.click();
  const recent = page.getByRole("listbox", { name: "Recent searches" });
  await expect(recent.getByRole("option")).toHaveText(["bethnal", "river"]);
  const storedText = await localStorageText();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/search?query=river");
  // The search is stored a moment later, because it is encrypted first.
  await expect.poll(localStorageText).not.toBe(storedText);
  await page.goto("/journals");
  await field.click();
  await expect(recent.getByRole("option")).toHaveText(["river", "bethnal"]);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Clear recent searches" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(recent).toBeHidden();
  await expect(field).toBeFocused();
  await expect.poll(localStorageText).not.toContain("daybook-searches");

  await field.fill("river");
  await page.getByRole("option", { name: "All results for “river”" }).click();
  await expect(page.getByRole("heading", { level: 3 })).toHaveText(["Untitled Entry"]);
  await expect.poll(localStorageText).toContain("daybook-searches");
  await page.getByRole("button", { name: /^Your account/ }).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Log out" }).click();
  await page.waitForURL("**/app/login");
  await expect.poll(localStorageText).not.toContain("daybook-searches");
});

test("Ctrl+K in the pad opens the search when nothing is selected, and a failed search says so", async ({
  page,
  product,
  expectNetworkErrors,
}) => {
  expectNetworkErrors();
  const diary = await openDiary(page, product);
  const { id } = await diary.writeOn("1666-09-02", "Fire, day 1", "The fire went on.");
  await waitUntilFound(diary, { query: "fire" });
  const search = await watchSearches(page);
  await page.goto(`/journals/${diary.journalId}/${id}`);
  await padOf(page).text.click();
  await page.keyboard.press("Control+K");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  const field = page.getByRole("combobox", { name: "Search" });
  await expect(field).toBeFocused();
  await page.keyboard.type("nobody");
  await expect(page.getByRole("search").getByText("No results.").last()).toBeVisible();
  search.failSearches();
  await page.keyboard.type("s");
  await expect(page.getByText("Search failed. Try again in a moment.").last()).toBeVisible();
  await expect(page.getByRole("option")).toHaveText(["All results for “nobodys”"]);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("listbox")).toHaveCount(0);
  search.restoreSearches();
  await field.click();
  await expect(page.getByText("No results.").last()).toBeVisible();
  await page.getByRole("link", { name: "Skip to content" }).focus();
  await expect(page.getByRole("listbox")).toHaveCount(0);
});
