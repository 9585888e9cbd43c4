import { expect, padOf, test } from "../fixtures.ts";
import { createDiary } from "./diary.ts";

test("the list keeps its scroll position when the user returns from an entry; the calendar and the page of a past day link back to the list page that the user came from", async ({
  page,
  product,
}) => {
  const diary = await createDiary(page, product);
  await diary.writeMany(11);
  await page.goto(diary.listPath);
  const row = page.getByRole("link", { name: "Day 2", exact: true });
  const scrollPosition = () => page.evaluate(() => window.scrollY);
  await row.scrollIntoViewIfNeeded();
  await expect.poll(scrollPosition).toBeGreaterThan(200);
  const positionBefore = await scrollPosition();

  await row.click();
  await expect(padOf(page).text).toHaveText("About Day 2.");
  await page.goBack();
  await expect(row).toBeVisible();
  await expect.poll(scrollPosition).toBe(positionBefore);

  await row.focus();
  await page.keyboard.press("Enter");
  await expect(padOf(page).text).toHaveText("About Day 2.");
  await page.getByRole("main").getByRole("link", { name: "Samuel’s Journal" }).click();
  await expect(row).toBeVisible();
  await expect.poll(scrollPosition).toBe(positionBefore);

  // A new visit begins at the top.
  await page.goto("/journals");
  await page.getByRole("heading").getByRole("link", { name: "Samuel’s Journal" }).click();
  await expect(row).toBeVisible();
  await expect.poll(scrollPosition).toBe(0);

  await page.goto(`${diary.listPath}?page=2`);
  const entry = page.getByRole("heading", { level: 3, name: "Day 1", exact: true });
  await page.getByRole("link", { name: "Calendar" }).click();
  await expect(page.getByRole("table")).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Samuel’s Journal" }).click();
  await expect(page).toHaveURL(/\?page=2$/);
  await expect(entry).toBeVisible();
  await page.getByRole("link", { name: "As of a date" }).click();
  await expect(page.getByLabel("Day", { exact: true })).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Samuel’s Journal" }).click();
  await expect(page).toHaveURL(/\?page=2$/);
});
