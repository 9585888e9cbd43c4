import type { Page } from "@playwright/test";
import { expect, padOf, type Product, test } from "../fixtures.ts";
import { createDiary } from "./diary.ts";
import { expectLooksGood } from "./looks.ts";
import { isLoaded, photosOf } from "./pictures.ts";

const longText = Array.from({ length: 300 }, (_, index) => `word${index}`).join(" ");

/** Writes an entry, rewrites it twice and opens it. */
async function openRewrittenEntry(page: Page, product: Product) {
  const diary = await createDiary(page, product);
  const { id } = await diary.write("Lord’s day", { richtext_body: "<p>I rose early.</p>" });
  const params = { ...diary.inJournal().params, entryId: String(id) };
  await diary.call("updateEntry", {
    params,
    body: { richtext_body: `<p>I rose late.</p><p>${longText}</p>` },
  });
  await diary.call("updateEntry", {
    params,
    body: { richtext_body: `<p>I rose late.</p><p>${longText}</p><p>And so to bed.</p>` },
  });
  await page.goto(`/journals/${diary.journalId}/${id}`);
  await expect(padOf(page).text).toContainText("And so to bed.");
  return { sheet: page.getByRole("dialog", { name: "History" }), diary, params };
}

test("a version is found, compared and restored with the keyboard, and the sheet looks good; a trashed entry's history can be read but not restored in place", async ({
  page,
  product,
}) => {
  const { sheet, diary, params } = await openRewrittenEntry(page, product);
  const press = async (name: string | RegExp): Promise<void> => {
    await sheet.getByRole("button", { name }).focus();
    await page.keyboard.press("Enter");
  };
  const preview = sheet.getByRole("group", { name: "Preview" });
  await page.getByRole("button", { name: "History" }).focus();
  await page.keyboard.press("Enter");
  await expect(sheet.getByRole("navigation", { name: "Versions" })).toBeVisible();
  await press("Show all 3 saves");
  await expect(preview).toContainText("And so to bed.");
  await expectLooksGood(page);
  await press("Changes");
  await expect(sheet.getByRole("insertion")).toHaveText(/And so to bed\.$/);
  await test.step("unchanged text is collapsed", async () => {
    await expect(sheet).toContainText("unchanged words");
    await expect(sheet).not.toContainText("word100");
    await press("Show unchanged text");
    await expect(sheet).toContainText("word100");
  });
  await sheet.getByLabel("Compared with").selectOption({ index: 1 });
  await expect(sheet.getByRole("deletion")).toContainText("early");
  await expect(sheet.getByRole("insertion").first()).toContainText("late");
  await expectLooksGood(page);

  await press("Preview");
  await press(/first version/);
  await expect(preview).toHaveText(/I rose early\./);
  await press("Changes");
  await expect(sheet.getByRole("insertion").or(sheet.getByRole("deletion")).first()).toBeVisible();
  await press(/Now/);
  await expect(sheet.getByRole("button", { name: "Changes" })).toHaveAttribute("aria-pressed", "true");
  await press(/first version/);
  await press("Restore this version");
  const question = page.getByRole("alertdialog");
  await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(sheet).toBeHidden();
  await expect(padOf(page).text).toHaveText("I rose early.");

  await page.getByRole("button", { name: "History" }).focus();
  await page.keyboard.press("Enter");
  await expect(sheet.getByText("Now")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();
  await expect(page.getByRole("button", { name: "History" })).toBeFocused();

  await test.step("the history of a trashed entry can be read but not restored in place", async () => {
    await diary.call("deleteEntries", {
      params: { journalId: params.journalId },
      body: { entry_ids: [Number(params.entryId)] },
    });
    await page.reload();
    await expect(padOf(page).text).toHaveAttribute("contenteditable", "false");
    await page.getByRole("button", { name: "History" }).click();
    await sheet.getByRole("button", { name: /^Show all \d saves$/ }).click();
    await sheet.getByRole("button", { name: /first version/ }).click();
    await expect(preview).toHaveText(/I rose early\./);
    await expect(sheet.getByRole("button", { name: "Restore as a new entry" })).toBeVisible();
    await expect(sheet.getByRole("button", { name: "Restore this version" })).toHaveCount(0);
  });
});

test("the history contains text that was typed just before it was opened; a save that adds photos says so, and the comparison shows them", async ({
  page,
  product,
}) => {
  const { sheet } = await openRewrittenEntry(page, product);
  const pad = padOf(page);
  await pad.type(" God preserve us all.");
  await page.getByRole("button", { name: "History" }).click();
  await expect(sheet.getByText("God preserve us all.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();

  await pad.moveToEnd();
  await photosOf(page).choose(["river.png"]);
  await expect(photosOf(page).strip).toHaveCount(1);
  await pad.expectSaved();
  await page.getByRole("button", { name: "History" }).click();
  await sheet.getByRole("button", { name: /^Show all \d saves$/ }).click();
  await expect(sheet.getByRole("button", { name: /Now\s*1 photo added/ })).toBeVisible();
  await sheet.getByRole("button", { name: "Changes" }).click();
  const addedPhoto = sheet.getByRole("region", { name: "Photos added" }).getByRole("img", { name: "Photo" });
  await expect.poll(() => addedPhoto.evaluate(isLoaded)).toBe(true);
  await expect(sheet).toContainText("These versions have the same text.");
  await expectLooksGood(page);
});
