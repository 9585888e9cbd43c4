import { expect, test } from "../fixtures.ts";
import { createDiary } from "./diary.ts";
import { expectLooksGood } from "./looks.ts";
import { lockForm, lockPassword } from "./test-users.ts";

const passwordLabel = "The journal’s password";
const wrongPasswordText = "This is not the password of this journal.";

test("in an unlocked journal with a lock, deleting entries forever and moving them out ask for the password", async ({
  page,
  product,
  expectNetworkErrors,
}) => {
  expectNetworkErrors();
  const diary = await createDiary(page, product, { pro: true });
  const ids = await diary.writeMany(4);
  await diary.trash(ids.slice(0, 3));
  const { inJournal } = diary;
  await diary.call("updateJournal", { ...inJournal(), body: lockForm });
  await diary.call("updateJournal", { ...inJournal(), body: { unlock: true, plain_password: lockPassword } });

  await page.goto(`${diary.listPath}?view=trashed`);
  await page.getByRole("button", { name: "Delete Day 1 forever" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete “Day 1” forever?" });
  await expect(dialog.getByText("This cannot be undone.", { exact: false })).toBeVisible();
  await expect(dialog.getByLabel(passwordLabel, { exact: true })).toBeFocused();
  await expectLooksGood(page);
  await dialog.getByRole("button", { name: "Delete forever" }).click();
  await expect(dialog.getByText("Enter the journal’s password.")).toBeVisible();
  await dialog.getByLabel(passwordLabel, { exact: true }).fill("by land");
  await page.keyboard.press("Enter");
  await expect(dialog.getByText(wrongPasswordText)).toBeVisible();
  await dialog.getByLabel(passwordLabel, { exact: true }).fill(lockPassword);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Deleted forever.")).toBeVisible();
  await expect(page.getByRole("heading", { level: 3 })).toHaveText(["Day 3", "Day 2"]);

  await page.getByRole("button", { name: "Empty the trash" }).click();
  const eraseDialog = page.getByRole("dialog", { name: "Delete 2 entries in the trash forever?" });
  await eraseDialog.getByLabel(passwordLabel, { exact: true }).fill(lockPassword);
  await eraseDialog.getByRole("button", { name: "Delete forever" }).click();
  await expect(page.getByText("2 entries deleted forever.")).toBeVisible();

  await page.goto(diary.listPath);
  await page.getByRole("checkbox", { name: "Select Day 4" }).check();
  await page.getByRole("button", { name: "Move", exact: true }).click();
  const moveDialog = page.getByRole("dialog", { name: "Move 1 entry" });
  await moveDialog.getByRole("radio", { name: "Letters" }).check();
  await moveDialog.getByRole("button", { name: "Move", exact: true }).click();
  await expect(moveDialog.getByText("needs this journal’s password", { exact: false })).toBeVisible();
  await moveDialog.getByLabel(passwordLabel, { exact: true }).fill("by land");
  await moveDialog.getByRole("button", { name: "Move", exact: true }).click();
  await expect(moveDialog.getByText(wrongPasswordText)).toBeVisible();
  await moveDialog.getByLabel(passwordLabel, { exact: true }).fill(lockPassword);
  await moveDialog.getByRole("button", { name: "Move", exact: true }).click();
  await expect(page.getByText("1 entry moved to “Letters”.")).toBeVisible();
  await expect(moveDialog).toBeHidden();
  await expect.poll(() => diary.titles({}, diary.lettersId)).toEqual(["Day 4"]);
});
