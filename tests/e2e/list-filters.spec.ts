import { expect, test } from "../fixtures.ts";
import { openDiary } from "./diary.ts";

test("the list has months as headings, filters by the tag of a row, and its layout is stored on the device", async ({
  page,
  product,
}) => {
  const diary = await openDiary(page, product);
  const { id } = await diary.writeOn("1660-01-01", "Blessed be God");
  await diary.tag("Navy", [id]);
  await diary.writeOn("1660-01-02", "In the morning");
  await diary.writeOn("2026-11-20", "Today");
  await page.goto(diary.list);
  await expect(page.getByRole("heading", { level: 2 })).toHaveText(["November 2026", "January 1660"]);
  await expect(page.getByText("About Today.")).toBeVisible();

  await page.getByRole("button", { name: "Titles only" }).click();
  await expect(page.getByText("About Today.")).toBeHidden();
  await page.reload();
  await expect(page.getByRole("button", { name: "Titles only" })).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByText("About Today.")).toBeHidden();
  await expect(page).toHaveURL(diary.list);

  await page.getByRole("button", { name: "Compact" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("About Today.")).toBeVisible();

  await page.getByRole("link", { name: "Entries tagged Navy" }).click();
  await expect(page).toHaveURL(/\?tag=\d+$/);
  await expect(page.getByRole("heading", { level: 3 })).toHaveText(["Blessed be God"]);
  await expect(page.getByLabel("Tag", { exact: true })).toHaveValue(/\d+/);
  await page.getByLabel("Tag", { exact: true }).selectOption("Any");
  await expect(page.getByRole("heading", { level: 3 })).toHaveCount(3);
});

test("the list is filtered by time and sorted, and the URL says so", async ({ page, product }) => {
  const diary = await openDiary(page, product);
  await diary.writeOn("1660-01-01", "First");
  await diary.writeOn("1660-02-01", "Second");
  const titles = page.getByRole("main").getByRole("heading", { level: 3 });
  await page.goto(diary.list);
  await expect(titles).toHaveText(["Second", "First"]);

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
  await expect(titles).toHaveText(["Second"]);
  await page.goBack();
  await expect(titles).toHaveCount(2);

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

test("pages have URLs, one past the end is empty and links to the last page, and a locked entry has no text", async ({
  page,
  product,
}) => {
  const diary = await openDiary(page, product);
  const [firstEntryId = 0] = await diary.writeMany(31);
  await diary.lock(firstEntryId);
  await page.goto(`${diary.list}?page=99`);
  await expect(page.getByRole("heading", { name: "No entries on this page" })).toBeVisible();
  await expect(page.getByRole("heading", { level: 3 })).toHaveCount(0);
  await page.getByRole("link", { name: "Go to the last page" }).click();
  await expect(page).toHaveURL(/\?page=4$/);
  await expect(page.getByRole("heading", { level: 3 })).toHaveText(/^Day 1\s*Locked$/);
  const row = page.getByRole("listitem").filter({ has: page.getByRole("heading", { level: 3 }) });
  await expect(row).toContainText("Unlock it to see its text.");
  await expect(row).not.toContainText("words");
  await expect(row).not.toContainText("About Day 1.");
  await page.getByRole("link", { name: "Page 2", exact: true }).click();
  await expect(page).toHaveURL(/\?page=2$/);
  await expect(page.getByRole("heading", { level: 3 }).first()).toHaveText("Day 21");
  await expect(page.getByText("About Day 21.")).toBeVisible();
  await expect(page.getByText("Unlock it to see its text.")).toHaveCount(0);
  await page.getByRole("link", { name: "Older" }).click();
  await expect(page).toHaveURL(/\?page=3$/);
  await expect(page.getByRole("heading", { level: 3 }).first()).toHaveText("Day 11");
  await page.goBack();
  await expect(page.getByRole("heading", { level: 3 }).first()).toHaveText("Day 21");
  await expect(page.getByRole("heading", { level: 3 })).toHaveCount(10);
  await page.getByRole("link", { name: "Newer" }).focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(diary.list);
  await expect(page.getByText("31 entries")).toBeVisible();
  await expect(page.getByRole("heading", { level: 3 }).first()).toHaveText("Day 31");
});
