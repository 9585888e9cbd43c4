import type { Page } from "@playwright/test";
import { expect, type Product, test } from "../fixtures.ts";
import { createDiary } from "./diary.ts";
import { expectLooksGood } from "./looks.ts";

/** Writes three entries, then rewrites one and trashes two. `asOfUrl` shows the journal as it was before these changes. */
async function createChangedJournal(page: Page, product: Product) {
  const diary = await createDiary(page, product);
  const firstEntry = await diary.writeOn("1660-01-01", "One", "As it was at first.");
  const secondEntry = await diary.writeOn("1660-01-02", "Two");
  const thirdEntry = await diary.writeOn("1660-02-03", "Three");
  const { journal } = (await diary.call("getJournal", diary.inJournal())) as {
    journal: { last_update: string };
  };
  const params = { ...diary.inJournal().params, entryId: String(firstEntry.id) };
  await diary.call("updateEntry", { params, body: { title: "New", richtext_body: "<p>Rewritten.</p>" } });
  await diary.trash([secondEntry.id, thirdEntry.id]);
  return { diary, asOfUrl: `/journals/${diary.journalId}/as-of?at=${journal.last_update}` };
}

test("the list links to a page that shows the journal as of a past day or moment, and restores missing entries", async ({
  page,
  product,
}) => {
  const { diary, asOfUrl } = await createChangedJournal(page, product);
  await page.goto(diary.listPath);
  await page.getByRole("link", { name: "As of a date" }).click();
  await expect(page.getByRole("button", { name: "Show this day" })).toBeVisible();
  await expectLooksGood(page);
  const day = page.getByLabel("Day", { exact: true });
  await day.fill("2030-01-01");
  await page.getByRole("button", { name: "Show this day" }).click();
  await expect(page.getByRole("alert")).toHaveText("Choose a day that is not in the future.");
  await day.fill("2020-01-31");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/as-of\?at=2020-01-31$/);
  await expect(page.getByText("at the end of Fri. 1/31/2020")).toBeVisible();
  await expect(page.getByText("No entries to show")).toBeVisible();

  // The browser's time zone is that of London.
  await day.fill(new Date().toLocaleDateString("en-CA", { timeZone: "Europe/London" }));
  await page.getByRole("button", { name: "Show this day" }).click();
  await expect(page.getByRole("heading", { level: 3 })).toHaveText(["New"]);

  await page.goto(asOfUrl);
  const titles = page.getByRole("main").getByRole("heading", { level: 3 });
  await expect(titles).toHaveText(["Three", "Two", "One"]);
  await expect(page.getByRole("heading", { level: 2 })).toHaveText(["February 1660", "January 1660"]);
  await expectLooksGood(page);

  await page.getByRole("button", { name: "One" }).click();
  const sheet = page.getByRole("dialog", { name: "One" });
  await expect(sheet).toContainText("As it was at first.");
  await expectLooksGood(page);
  // The whole sheet scrolls: its text has no scroll bar.
  await expect(sheet.getByRole("group", { name: "Preview" })).toHaveCSS("overflow-y", "visible");
  await expect(sheet.getByRole("textbox")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "One" })).toBeFocused();
  // An entry that is in the trash now can be read too.
  await page.getByRole("button", { name: "Two" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Two" })).toContainText("About Two.");
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Restore missing entries" }).click();
  await expect(page.getByText("2 entries restored.")).toBeVisible();
  await expect.poll(() => diary.titles()).toEqual(["Three", "Two", "New"]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Moved back to the trash.")).toBeVisible();
  await expect.poll(() => diary.titles()).toEqual(["New"]);
  await page.getByRole("button", { name: "Restore missing entries" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("2 entries restored.").last()).toBeVisible();
  await expect.poll(() => diary.titles()).toHaveLength(3);
  await page.getByRole("button", { name: "Restore missing entries" }).click();
  await expect(page.getByText("No entries were missing.")).toBeVisible();
});
