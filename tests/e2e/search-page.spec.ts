import type { Request } from "@playwright/test";
import { expect, padOf, test } from "../fixtures.ts";
import { createDiary } from "./diary.ts";
import { writeFireEntries } from "./search-diary.ts";

test("the search page works using only the keyboard, keeps its scroll position when the user returns, and sends the query in no referrer", async ({
  page,
  product,
}) => {
  const diary = await createDiary(page, product);
  const id = (await writeFireEntries(diary))[2];
  const requests: Request[] = [];
  page.on("request", (request) => requests.push(request));
  await page.goto("/search?query=affair");
  await expect(page.getByText("We're sorry, your search did not return any results.")).toBeVisible();
  await test.step("no request sends the query in a referrer", async () => {
    const sentHeaders = await Promise.all(requests.map((request) => request.allHeaders()));
    expect(requests.some((request) => request.url().includes("/api/search?"))).toBe(true);
    expect(sentHeaders.flatMap(({ referer }) => referer ?? [])).toEqual([]);
  });

  const searchBox = page.getByRole("searchbox", { name: "Search your entries and tags" });
  await expect(searchBox).toBeFocused();
  await page.keyboard.press("Control+A");
  await page.keyboard.type("fire");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/search?query=fire");
  await expect(page.getByRole("status").filter({ hasText: "13 entries and 1 tag" })).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("link", { name: "fire of London, 3 entries" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("/");
  await expect(searchBox).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/journals/${diary.journalId}/${id}`);

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

  await test.step("a new search begins at the top", async () => {
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
});
