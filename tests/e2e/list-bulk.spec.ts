import { expect, test } from "../fixtures.ts";
import { createDiary } from "./diary.ts";

test("rows are selected one by one, in ranges and across pages, with checkboxes that appear on hover and on focus; more than a hundred entries are trashed and restored with a progress bar", async ({
  page,
  product,
}) => {
  const diary = await createDiary(page, product);
  const [firstEntryId = 0] = await diary.writeMany(121);
  await page.goto(diary.listPath);
  const checkboxOf = (day: number) => page.getByRole("checkbox", { name: `Select Day ${day}`, exact: true });
  /** Expects the checkboxes of day 120 and day 121 to be visible or hidden. */
  const expectCheckboxesVisible = async (visible: { day120: boolean; day121: boolean }) => {
    for (const [day, isVisible] of [
      [120, visible.day120],
      [121, visible.day121],
    ] as const) {
      const label = page.locator("label", { has: checkboxOf(day) });
      await expect(label).toHaveCSS("opacity", isVisible ? "1" : "0");
    }
  };
  const heading = page.getByRole("heading", { level: 2 });
  await heading.hover();
  await expectCheckboxesVisible({ day120: false, day121: false });
  await page.getByRole("link", { name: "Day 120", exact: true }).hover();
  await expectCheckboxesVisible({ day120: true, day121: false });
  await heading.hover();
  await page.getByRole("link", { name: "Day 121", exact: true }).focus();
  await page.keyboard.press("Shift+Tab");
  await expect(checkboxOf(121)).toBeFocused();
  await expectCheckboxesVisible({ day120: false, day121: true });
  await page.keyboard.press("Space");
  await expectCheckboxesVisible({ day120: true, day121: true });
  await page.keyboard.press("Space");
  await expectCheckboxesVisible({ day120: false, day121: true });

  const bar = page.getByRole("region", { name: "Selected entries" });
  await checkboxOf(120).click();
  await checkboxOf(117).click({ modifiers: ["Shift"] });
  await expect(bar).toContainText("4 selected");
  await expect(checkboxOf(118)).toBeChecked();

  await checkboxOf(113).focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("Shift+Tab");
  await checkboxOf(115).focus();
  await page.keyboard.press("Shift+Space");
  await expect(bar).toContainText("7 selected");
  await expect(checkboxOf(114)).toBeChecked();

  await page.getByRole("link", { name: "Older" }).click();
  await checkboxOf(109).check();
  await expect(bar).toContainText("8 selected");
  await page.getByRole("link", { name: "Newer" }).click();
  await expect(checkboxOf(114)).toBeChecked();
  await page.getByRole("checkbox", { name: "Select this page" }).check();
  await expect(bar).toContainText("11 selected");
  await bar.getByRole("button", { name: "Clear the selection" }).focus();
  await page.keyboard.press("Enter");
  await expect(bar).not.toContainText("selected");

  // Holds back the requests that ask how far the work is. Otherwise the progress bar could disappear before the test sees it.
  let release: () => void = () => {};
  let released = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/api/operations/*", async (route) => {
    await released;
    await route.continue();
  });
  // Trashed before the bulk action, so undoing the action leaves it in the trash.
  await diary.trash([firstEntryId]);
  await page.reload();
  await page.getByRole("checkbox", { name: "Select this page" }).check();
  await page.getByRole("button", { name: "Select all 120" }).click();
  await expect(page.getByRole("region", { name: "Selected entries" })).toContainText("120 selected");
  const deleteRequest = page.waitForRequest((request) => request.url().endsWith("/entries/delete"));
  await page.getByRole("button", { name: "Move to trash" }).click();
  const body: unknown = (await deleteRequest).postDataJSON();
  expect(body).toEqual({ all_entries: true, view: "active", since: expect.stringMatching(/^20\d\d-/) });
  const progress = page.getByRole("progressbar", { name: "Moving 120 entries to the trash" });
  await expect(progress).toBeVisible();
  release();
  await expect(page.getByText("120 entries moved to the trash.")).toBeVisible({ timeout: 60_000 });
  await expect(progress).toBeHidden();
  await expect(page.getByText("No entries yet")).toBeVisible();

  released = new Promise<void>((resolve) => (release = resolve));
  await page.getByRole("button", { name: "Undo" }).click();
  const restoreProgress = page.getByRole("progressbar", { name: "Restoring 120 entries" });
  await expect(restoreProgress).toBeVisible();
  await page.getByRole("button", { name: "Hide" }).click();
  await expect(restoreProgress).toBeHidden();
  release();
  await expect(page.getByText("120 entries restored.")).toBeVisible({ timeout: 60_000 });
  await expect.poll(() => diary.titles({ view: "trashed" })).toEqual(["Day 1"]);
});
