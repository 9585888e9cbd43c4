import { expect, test } from "../fixtures.ts";
import { createDiary } from "./diary.ts";

test("entries are restored together, and Undo trashes them again; emptying the trash deletes only what is in it", async ({
  page,
  product,
}) => {
  const diary = await createDiary(page, product);
  const ids = await diary.writeMany(5);
  await diary.trash(ids.slice(0, 2));
  await page.goto(`${diary.listPath}?view=trashed`);
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
