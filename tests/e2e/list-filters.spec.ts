import { expect, test } from "../fixtures.ts";
import { createDiary } from "./diary.ts";

test("the list is filtered by time and sorted, and the URL says so; its layout is stored on the device", async ({
  page,
  product,
}) => {
  const diary = await createDiary(page, product);
  await diary.writeOn("1660-01-01", "First");
  await diary.writeOn("1660-02-01", "Second");
  const titles = page.getByRole("main").getByRole("heading", { level: 3 });
  await page.goto(diary.listPath);
  await expect(titles).toHaveText(["Second", "First"]);
  const excerpt = page.getByText("About First.");
  await expect(excerpt).toBeVisible();
  await page.getByRole("button", { name: "Titles only" }).click();
  await expect(excerpt).toBeHidden();

  await page.getByLabel("When").focus();
  await page.getByLabel("When").selectOption("Last 7 days");
  await expect(page).toHaveURL(/\?time=week$/);
  await expect(page.getByText("No entries here")).toBeVisible();
  await expect(page.getByLabel("When")).toBeFocused();
  await page.getByRole("link", { name: "Clear filters" }).click();
  await expect(titles).toHaveCount(2);

  await page.getByLabel("When").selectOption("Custom range");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByRole("alert")).toHaveText("Choose a start date or an end date.");
  await page.getByLabel("From", { exact: true }).fill("1660-01-15");
  await page.getByLabel("To", { exact: true }).fill("1660-12-31");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\?time=custom&timeStart=1660-01-15&timeEnd=1660-12-31$/);
  await expect(titles).toHaveText(["Second"]);
  await page.reload();
  await expect(page.getByLabel("From", { exact: true })).toHaveValue("1660-01-15");
  await expect(page.getByRole("button", { name: "Titles only" })).toHaveAttribute("aria-pressed", "true");
  await expect(titles).toHaveText(["Second"]);
  await page.goBack();
  await expect(titles).toHaveCount(2);
  await expect(excerpt).toBeHidden();
  await page.getByRole("button", { name: "Compact" }).focus();
  await page.keyboard.press("Enter");
  await expect(excerpt).toBeVisible();

  const oldestFirst = await diary.call("listEntries", { ...diary.inJournal(), query: { dir: "asc" } });
  const { id } = oldestFirst.entries[0]!.entry;
  const params = { ...diary.inJournal().params, entryId: String(id) };
  await diary.call("updateEntry", { params, body: { title: "First, again" } });
  await page.getByLabel("Sort by").focus();
  await page.keyboard.press("r");
  await expect(page).toHaveURL(/\?order=modified$/);
  await expect(titles).toHaveText(["First, again", "Second"]);
  await expect(page.getByRole("heading", { level: 2 })).toHaveText([/^Changed in /]);
});
