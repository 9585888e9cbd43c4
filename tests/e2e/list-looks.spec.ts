import { expect, test } from "../fixtures.ts";
import { createDiary } from "./diary.ts";
import { expectLooksGood } from "./looks.ts";

test("the list looks good in each layout, with the selection bar and in the trash", async ({
  page,
  product,
}) => {
  const diary = await createDiary(page, product);
  const ids = await diary.writeMany(11);
  await diary.writeOn("2026-11-20", "A very long title ".repeat(12), "word ".repeat(200));
  await diary.call("createTag", { body: { name: "Navy Office", entries_added_to: ids } });
  await diary.call("createTag", { body: { name: "music ".repeat(16), entries_added_to: ids.slice(8) } });
  await page.goto(diary.listPath);
  await expect(page.getByRole("heading", { level: 3 })).toHaveCount(10);
  await expect(page.getByLabel("Tag", { exact: true })).toBeVisible();
  for (const layout of ["Comfortable", "Titles only"]) {
    await page.getByRole("button", { name: layout }).click();
    await expectLooksGood(page);
  }
  await page.getByRole("button", { name: "Compact" }).click();
  await page.getByLabel("When").selectOption("Custom range");
  await page.getByRole("checkbox", { name: "Select this page" }).check();
  await expectLooksGood(page);

  await page.getByRole("button", { name: "Move to trash" }).click();
  await expect(page.getByRole("button", { name: "Undo" })).toBeVisible();
  await page.goto(`${diary.listPath}?view=trashed`);
  await page.getByRole("checkbox", { name: "Select this page" }).check();
  await expectLooksGood(page);
  await page.getByRole("button", { name: "Clear the selection" }).click();
  await page.getByRole("button", { name: "Empty the trash" }).click();
  await expect(page.getByRole("alertdialog")).toBeVisible();
  await expectLooksGood(page);
});
