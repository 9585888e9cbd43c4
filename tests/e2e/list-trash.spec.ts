import { expect, test } from "../fixtures.ts";
import { openDiary } from "./diary.ts";

test("entries are restored together, and Undo trashes them again; emptying the trash deletes only what is in it", async ({
  page,
  product,
}) => {
  const diary = await openDiary(page, product);
  const ids = await diary.writeMany(5);
  await diary.trash(ids.slice(0, 2));
  await page.goto(`${diary.list}?view=trashed`);
  await page.getByRole("checkbox", { name: "Select Day 1" }).check();
  await page.getByRole("checkbox", { name: "Select Day 2" }).check();
  const bar = page.getByRole("region", { name: "Selected entries" });
  await bar.getByRole("button", { name: "Restore" }).click();
  await expect(page.getByText("2 entries restored.")).toBeVisible();
  await expect.poll(() => diary.titles()).toHaveLength(5);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Moved back to the trash.")).toBeVisible();
  await expect(page.getByRole("heading", { level: 3 })).toHaveCount(2);

  await expect(page.getByText("Deleted in 30 days")).toHaveCount(2);
  await page.getByRole("button", { name: "Empty the trash" }).focus();
  await page.keyboard.press("Enter");
  const question = page.getByRole("alertdialog", { name: "Delete 2 entries in the trash forever?" });
  await expect(question).toContainText("This cannot be undone.");
  await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
  const deleteRequest = page.waitForRequest((request) => request.url().includes("/entries/delete"));
  await question.getByRole("button", { name: "Delete forever" }).click();
  const request = await deleteRequest;
  expect(request.url()).toMatch(/\?permanent=true$/);
  // Without `view`, the call would also delete entries that are not in the trash.
  expect(request.postDataJSON()).toEqual({
    all_entries: true,
    permanent: true,
    view: "trashed",
    since: expect.stringMatching(/^20\d\d-/),
  });
  await expect(page.getByText("2 entries deleted forever.")).toBeVisible();
  await expect(page.getByText("The trash is empty")).toBeVisible();
  // Deleting forever offers no Undo, and the Undo of the restore is no longer shown.
  await expect(page.getByRole("button", { name: "Undo" })).toBeHidden();
  await expect.poll(() => diary.titles()).toEqual(["Day 5", "Day 4", "Day 3"]);
});

test("selecting and deleting all of a trash with two pages leaves the other entries", async ({
  page,
  product,
}) => {
  const diary = await openDiary(page, product);
  const ids = await diary.writeMany(14);
  await diary.trash(ids.slice(0, 12));
  await page.goto(`${diary.list}?view=trashed`);
  await page.getByRole("checkbox", { name: "Select this page" }).check();
  await page.getByRole("button", { name: "Select all 12" }).click();
  await page.getByRole("button", { name: "Delete forever" }).first().click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete forever" }).click();
  await expect(page.getByText("12 entries deleted forever.")).toBeVisible();
  await expect.poll(() => diary.titles()).toEqual(["Day 14", "Day 13"]);
});

test("restoring an entry of a deleted journal asks for another journal", async ({
  page,
  product,
  expectNetworkErrors,
}) => {
  expectNetworkErrors();
  const diary = await openDiary(page, product, { pro: true });
  const { id } = await diary.writeOn("1660-01-01", "Homeless");
  await diary.trash([id]);
  await page.goto(`${diary.list}?view=trashed`);
  await expect(page.getByText("Homeless", { exact: true })).toBeVisible();
  await diary.call("deleteJournal", diary.inJournal());
  await page.getByRole("button", { name: "Restore Homeless" }).click();
  const dialog = page.getByRole("dialog", { name: "Restore to which journal?" });
  await expect(dialog).toContainText("The journal of these entries was deleted.");
  await dialog.getByRole("radio", { name: "Letters" }).focus();
  await page.keyboard.press("Space");
  await dialog.getByRole("button", { name: "Restore" }).click();
  await expect(page.getByText("Restored.", { exact: true })).toBeVisible();
  await expect.poll(() => diary.titles({}, diary.lettersId)).toEqual(["Homeless"]);
});
