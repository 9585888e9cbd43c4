import { expect, test } from "../fixtures.ts";
import { openDiary } from "./diary.ts";
import { lockForm } from "./test-users.ts";

test("a row's checkbox appears on hover and on focus, and all checkboxes while a row is selected; rows can be selected in ranges, and stay selected on other pages", async ({
  page,
  product,
}) => {
  const diary = await openDiary(page, product);
  await diary.writeMany(13);
  await page.goto(diary.list);
  const checkboxOf = (day: number) => page.getByRole("checkbox", { name: `Select Day ${day}`, exact: true });
  /** Expects the checkboxes of day 12 and day 13 to be visible or hidden. */
  const expectCheckboxesVisible = async (visible: { day12: boolean; day13: boolean }) => {
    for (const [day, isVisible] of [
      [12, visible.day12],
      [13, visible.day13],
    ] as const) {
      const label = page.locator("label", { has: checkboxOf(day) });
      await expect(label).toHaveCSS("opacity", isVisible ? "1" : "0");
    }
  };
  const heading = page.getByRole("heading", { level: 2 });
  await heading.hover();
  await expectCheckboxesVisible({ day12: false, day13: false });
  await page.getByRole("link", { name: "Day 12", exact: true }).hover();
  await expectCheckboxesVisible({ day12: true, day13: false });
  await heading.hover();
  await page.getByRole("link", { name: "Day 13", exact: true }).focus();
  await page.keyboard.press("Shift+Tab");
  await expect(checkboxOf(13)).toBeFocused();
  await expectCheckboxesVisible({ day12: false, day13: true });
  await page.keyboard.press("Space");
  await expectCheckboxesVisible({ day12: true, day13: true });
  await page.keyboard.press("Space");
  await expectCheckboxesVisible({ day12: false, day13: true });

  const bar = page.getByRole("region", { name: "Selected entries" });
  await checkboxOf(12).click();
  await checkboxOf(9).click({ modifiers: ["Shift"] });
  await expect(bar).toContainText("4 selected");
  await expect(checkboxOf(10)).toBeChecked();

  await checkboxOf(5).focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("Shift+Tab");
  await checkboxOf(7).focus();
  await page.keyboard.press("Shift+Space");
  await expect(bar).toContainText("7 selected");
  await expect(checkboxOf(6)).toBeChecked();

  await page.getByRole("link", { name: "Older" }).click();
  await checkboxOf(1).check();
  await expect(bar).toContainText("8 selected");
  await page.getByRole("link", { name: "Newer" }).click();
  await expect(checkboxOf(6)).toBeChecked();
  await page.getByRole("checkbox", { name: "Select this page" }).check();
  await expect(bar).toContainText("11 selected");
  await bar.getByRole("button", { name: "Clear the selection" }).focus();
  await page.keyboard.press("Enter");
  await expect(bar).not.toContainText("selected");
});

test("selected entries move, and Undo moves them back; without a second journal, a move creates one, which needs PRO", async ({
  page,
  product,
}) => {
  const diary = await openDiary(page, product, { pro: true });
  await diary.writeMany(3);
  await page.goto(diary.list);
  await page.getByRole("checkbox", { name: "Select Day 1" }).focus();
  await page.keyboard.press("Space");
  await page.getByRole("checkbox", { name: "Select Day 2" }).check();
  await page.getByRole("button", { name: "Move", exact: true }).click();
  const dialog = page.getByRole("dialog");
  const moveTwoDialog = page.getByRole("dialog", { name: "Move 2 entries" });
  await moveTwoDialog.getByRole("radio", { name: "Letters" }).check();
  await moveTwoDialog.getByRole("button", { name: "Move" }).click();
  await expect(page.getByText("2 entries moved to “Letters”.")).toBeVisible();
  await expect(page.getByRole("heading", { level: 3 })).toHaveText(["Day 3"]);
  await expect.poll(() => diary.titles({}, diary.lettersId)).toEqual(["Day 2", "Day 1"]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Moved back.")).toBeVisible();
  await expect(page.getByRole("heading", { level: 3 })).toHaveCount(3);
  await expect.poll(() => diary.titles({}, diary.lettersId)).toEqual([]);

  await diary.call("deleteJournal", diary.inJournal(diary.lettersId));
  await page.reload();
  await page.getByRole("checkbox", { name: "Select Day 1" }).check();
  await page.getByRole("button", { name: "Move", exact: true }).click();
  await dialog.getByLabel("Name").fill("Travels");
  await dialog.getByRole("button", { name: "Move", exact: true }).click();
  await expect(page.getByText("1 entry moved to “Travels”.")).toBeVisible();

  const freeDiary = await openDiary(page, product);
  await freeDiary.writeMany(1);
  await page.goto(freeDiary.list);
  await page.getByRole("checkbox", { name: "Select Day 1" }).check();
  await page.getByRole("button", { name: "Move", exact: true }).click();
  await expect(dialog).toContainText("With PRO, you can move entries between journals.");
  await expect(dialog.getByRole("textbox")).toHaveCount(0);
});

test("a locked entry in the selection is not starred or tagged, and a message says so", async ({
  page,
  product,
}) => {
  const diary = await openDiary(page, product);
  const [firstEntryId = 0] = await diary.writeMany(3);
  const params = { journalId: String(diary.journalId), entryId: String(firstEntryId) };
  await diary.call("updateEntry", { params, body: lockForm });
  await page.goto(diary.list);
  const selectPage = () => page.getByRole("checkbox", { name: "Select this page" }).check();
  const undo = page.getByRole("button", { name: "Undo" });
  await selectPage();
  await page.getByRole("button", { name: "Star", exact: true }).click();
  await expect(page.getByText("2 entries starred. 1 entry was skipped")).toBeVisible();
  await undo.click();
  await expect(page.getByText("Stars restored.")).toBeVisible();

  await selectPage();
  await page.getByRole("button", { name: "Tag", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Tag 3 entries" });
  await dialog.getByRole("combobox", { name: "Tag" }).fill("Navy");
  await dialog.getByRole("button", { name: "Tag" }).click();
  await expect(page.getByText("2 entries tagged “Navy”. 1 entry was skipped")).toBeVisible();
  await expect(page.getByRole("link", { name: "Entries tagged Navy" })).toHaveCount(2);
  await undo.click();
  await expect(page.getByText("Tag removed.")).toBeVisible();
});

test("selected entries are tagged, starred and trashed, each with Undo", async ({
  page,
  product,
  expectNetworkErrors,
}) => {
  expectNetworkErrors();
  const diary = await openDiary(page, product);
  const [firstEntryId = 0] = await diary.writeMany(3);
  await diary.call("createTag", { body: { name: "Navy", entries_added_to: [firstEntryId] } });
  await page.goto(diary.list);
  const selectPage = page.getByRole("checkbox", { name: "Select this page" });
  const chips = page.getByRole("link", { name: "Entries tagged Navy" });
  await expect(chips).toHaveCount(1);

  await selectPage.check();
  await page.getByRole("button", { name: "Tag", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Tag 3 entries" });
  await dialog.getByRole("button", { name: "Tag" }).click();
  await expect(dialog.getByLabel("Tag")).toHaveAttribute("aria-invalid", "true");
  await dialog.getByLabel("Tag").fill("navy");
  await page.keyboard.press("Enter");
  await expect(page.getByText("2 entries tagged “Navy”.")).toBeVisible();
  await expect(chips).toHaveCount(3);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(chips).toHaveCount(1);

  await selectPage.check();
  await page.getByRole("button", { name: "Star", exact: true }).click();
  await expect(page.getByText("3 entries starred.")).toBeVisible();
  await selectPage.check();
  await page.getByRole("button", { name: "Remove star", exact: true }).click();
  await expect(page.getByText("Star removed from 3 entries.")).toBeVisible();
  await expect.poll(() => diary.titles({ view: "starred" })).toEqual([]);
  await page.getByRole("button", { name: "Undo" }).last().click();
  await expect(page.getByText("Stars restored.")).toBeVisible();
  await expect.poll(() => diary.titles({ view: "starred" })).toHaveLength(3);

  await selectPage.check();
  await page.getByRole("button", { name: "Move to trash" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("No entries yet")).toBeVisible();
  await expect(page.getByText("3 entries moved to the trash.")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).last().click();
  await expect(page.getByRole("heading", { level: 3 })).toHaveCount(3);
});

test("more than a hundred entries are trashed and restored with a progress bar", async ({
  page,
  product,
}) => {
  const diary = await openDiary(page, product);
  const ids = await diary.writeMany(121);
  // Holds back the requests that ask how far the work is. Otherwise the progress bar could disappear before the test sees it.
  let release: () => void = () => {};
  let released = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/api/operations/*", async (route) => {
    await released;
    await route.continue();
  });
  // This entry was in the trash before, and stays there.
  await diary.trash(ids.slice(0, 1));
  await page.goto(diary.list);
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

test("selecting all selects only the entries that match the filter, and no entries written since the list was loaded", async ({
  page,
  product,
}) => {
  const diary = await openDiary(page, product);
  await diary.writeMany(33);
  await page.goto(`${diary.list}?time=custom&timeStart=1660-01-01&timeEnd=1660-01-12`);
  await page.getByRole("checkbox", { name: "Select this page" }).check();
  await page.getByRole("button", { name: "Select all that match" }).click();
  await expect(page.getByRole("region", { name: "Selected entries" })).toContainText("12 selected");
  await page.getByRole("button", { name: "Move to trash" }).click();
  await expect(page.getByText("12 entries moved to the trash.")).toBeVisible();
  await expect.poll(() => diary.titles()).toHaveLength(21);

  await page.goto(diary.list);
  await page.getByRole("checkbox", { name: "Select this page" }).check();
  await diary.writeOn("1661-01-01", "From another tab");
  await page.getByRole("button", { name: "Select all 21" }).click();
  await page.getByRole("button", { name: "Move to trash" }).click();
  await expect(page.getByText("21 entries moved to the trash.")).toBeVisible();
  await expect(page.getByRole("heading", { level: 3 })).toHaveText(["From another tab"]);
});
