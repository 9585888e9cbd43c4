import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { expectLooksGood } from "./looks.ts";
import {
  lockJournal,
  lockPassword,
  moveIn,
  type Resident,
  setClassroomRole,
  startJournal,
  writeEntry,
} from "./residents.ts";

const names = (page: Page) => page.getByRole("main").getByRole("heading", { level: 2 });
const rows = (page: Page) => page.getByRole("rowheader");

/** Three journals in the order of their making. */
async function threeJournals(page: Page, resident: Resident): Promise<void> {
  await startJournal(resident, "Navy business");
  await startJournal(resident, "Music");
  await page.reload();
  await expect(names(page)).toHaveText(["Samuel’s Journal", "Navy business", "Music"]);
}

test("the shelf is arranged by keyboard and by mouse, and stays so", async ({ page, product }) => {
  const resident = await moveIn(page, product, "pro");
  await threeJournals(page, resident);
  const sent = () => page.waitForResponse("**/api/settings/change_journal_order");
  const handle = page.getByRole("button", { name: "Move Music" });
  await handle.focus();
  let saved = sent();
  await page.keyboard.press("ArrowLeft");
  await expect(names(page)).toHaveText(["Samuel’s Journal", "Music", "Navy business"]);
  await expect(handle).toBeFocused();
  await expect(page.getByText("Music is now 2 of 3.")).toBeAttached();
  expect((await saved).status()).toBe(200);

  saved = sent();
  const items = page.getByRole("main").getByRole("listitem");
  await items.filter({ hasText: "Navy business" }).dragTo(items.filter({ hasText: "Samuel’s Journal" }));
  await expect(names(page)).toHaveText(["Navy business", "Samuel’s Journal", "Music"]);
  expect((await saved).status()).toBe(200);
  await page.reload();
  await expect(names(page)).toHaveText(["Navy business", "Samuel’s Journal", "Music"]);

  await page.getByLabel("Order").selectOption("By name");
  await expect(names(page)).toHaveText(["Music", "Navy business", "Samuel’s Journal"]);
  await page.reload();
  await expect(page.getByLabel("Order")).toHaveValue("name");
  await expect(names(page)).toHaveText(["Music", "Navy business", "Samuel’s Journal"]);
});

test("an order that cannot be saved goes back, and says so", async ({
  page,
  product,
  expectNetworkErrors,
}) => {
  expectNetworkErrors();
  const resident = await moveIn(page, product, "pro");
  await threeJournals(page, resident);
  await page.route("**/api/settings/change_journal_order", (route) =>
    route.fulfill({ status: 422, json: { error: "This is not an order of journals.", code: "invalid" } }),
  );
  await page.getByRole("button", { name: "Move Music" }).focus();
  await page.keyboard.press("ArrowUp");
  await expect(page.getByText("This is not an order of journals.")).toBeVisible();
  await expect(names(page)).toHaveText(["Samuel’s Journal", "Navy business", "Music"]);
});

test("the list shows the same, is chosen once, and is arranged as well", async ({ page, product }) => {
  const resident = await moveIn(page, product, "pro");
  await writeEntry(resident, "Plague", "In Drury Lane.");
  await lockJournal(resident);
  await threeJournals(page, resident);
  await page.getByRole("button", { name: "List" }).click();
  await expect(page.getByRole("row", { name: /Samuel’s Journal/ })).toContainText("Locked");
  await expect(page.getByRole("row", { name: /Samuel’s Journal/ })).toContainText("today");
  await expect(page.getByRole("row", { name: /Music/ })).toContainText("Nothing written yet");
  await page.getByRole("button", { name: "Move Music" }).focus();
  const saved = page.waitForResponse("**/api/settings/change_journal_order");
  await page.keyboard.press("ArrowUp");
  await saved;
  await page.reload();
  await expect(rows(page)).toHaveText([/Samuel/, /Music/, /Navy/]);
  await page.getByRole("row", { name: /Navy/ }).dragTo(page.getByRole("row", { name: /Samuel/ }));
  await expect(rows(page)).toHaveText([/Navy/, /Samuel/, /Music/]);
  await page
    .getByRole("row", { name: /Music/ })
    .getByRole("button", { name: /^More for/ })
    .press("Enter");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Rename journal" })).toBeVisible();
});

test("a journal is destroyed for ever from the deleted ones, with its password when it is locked", async ({
  page,
  product,
  expectNetworkErrors,
}) => {
  expectNetworkErrors();
  const resident = await moveIn(page, product);
  await lockJournal(resident);
  await page.reload();
  await page.getByRole("button", { name: /^More for/ }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Deleted journals" }).click();
  await expect(page.getByText("30 days left")).toBeVisible();
  await page.getByRole("button", { name: "Delete Samuel’s Journal for ever" }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("This cannot be undone");
  await dialog.getByRole("button", { name: "Delete for ever" }).click();
  await expect(dialog.getByText("Type the journal’s password.")).toBeVisible();
  await dialog.getByLabel("The journal’s password").fill("not it");
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("This is not the password of this journal.")).toBeVisible();
  await dialog.getByLabel("The journal’s password").fill(lockPassword);
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(page.getByText("No deleted journals.")).toBeVisible();
});

test("on this day looks back, over open journals only", async ({ page, product }) => {
  const resident = await moveIn(page, product);
  const today = new Date();
  const day = `${String(today.getMonth() + 1).padStart(2, "0")}-${String(today.getDate()).padStart(2, "0")}`;
  await writeEntry(resident, "The coronation", "And so to bed.", { local_date: `1661-${day}` });
  await page.reload();
  const strip = page.getByRole("region", { name: "On this day" });
  await expect(strip).toContainText(`${today.getFullYear() - 1661} years ago`);
  await expect(strip.getByRole("link", { name: "The coronation" })).toBeVisible();
  await lockJournal(resident);
  await page.reload();
  await expect(page.getByText("Locked", { exact: true })).toBeVisible();
  await expect(strip).toBeHidden();
});

test("what a class's journal does not allow is not offered", async ({ page, product }) => {
  const resident = await moveIn(page, product);
  const items = page.getByRole("menuitem");
  const menu = page.getByRole("button", { name: /^More for/ });
  await setClassroomRole(product, resident.journalId, "master");
  await expect(async () => {
    await page.reload();
    await menu.click();
    await expect(items).toHaveText(["Rename", "Cover and paper", "Journal settings", "Delete"], {
      timeout: 1_000,
    });
  }).toPass();
  await page.getByRole("menuitem", { name: "Journal settings" }).click();
  await expect(page.getByRole("region", { name: "Looking Glass" })).toContainText("Comes later");
  await expect(page.getByRole("region", { name: "Lock" })).toBeHidden();
  await setClassroomRole(product, resident.journalId, "slave");
  await expect(async () => {
    await page.reload();
    await menu.click();
    await expect(items).toHaveText(["Delete"], { timeout: 1_000 });
  }).toPass();
});

test("the address of the shelf greets, tells, and opens the themes", async ({ page, product }) => {
  await moveIn(page, product);
  await page.goto("/journals?aul&e=wrong_code");
  await expect(page.getByText("Welcome back, Samuel.", { exact: false })).toBeVisible();
  await expect(page.getByText("That link is too old", { exact: false })).toBeVisible();
  await page.getByRole("button", { name: "Dismiss" }).click();
  await expect(page).toHaveURL(/\/journals$/);
  await page.goto("/journals?e=Your+account+is+closed");
  await expect(page.getByRole("heading", { name: "Your journals" })).toBeVisible();
  await expect(page.getByText("closed")).toBeHidden();
  await page.goto("/journals?show_themes");
  const sheet = page.getByRole("dialog", { name: "Choose a theme" });
  await expect(sheet.getByRole("radio", { name: "Dark, comes with PRO" })).toBeDisabled();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/\/journals$/);
});

test("settings of a journal lead to everything that can be set", async ({ page, product }) => {
  await moveIn(page, product);
  await page.getByRole("button", { name: /^More for/ }).click();
  await page.getByRole("menuitem", { name: "Journal settings" }).click();
  const sheet = page.getByRole("dialog", { name: /^Settings of/ });
  await expect(sheet.getByRole("button", { name: "Change: Lock" })).toBeVisible();
  await expectLooksGood(page);
  await sheet.getByRole("button", { name: "Change: Lock" }).click();
  await expect(page.getByRole("dialog", { name: /^Lock of/ })).toBeVisible();
});

for (const width of [1024, 1440]) {
  test(`both shelves look right in every theme at ${width} px`, async ({ page, product }) => {
    test.slow();
    await page.setViewportSize({ width, height: 900 });
    const resident = await moveIn(page, product, "pro");
    const today = new Date();
    const day = `${String(today.getMonth() + 1).padStart(2, "0")}-${String(today.getDate()).padStart(2, "0")}`;
    await writeEntry(resident, "The coronation", "And so to bed.", { local_date: `1661-${day}` });
    const locked = await startJournal(
      resident,
      "A journal with quite a long name about the business of the Navy",
    );
    await lockJournal({ ...resident, journalId: locked });
    await page.reload();
    await expect(page.getByRole("region", { name: "On this day" })).toBeVisible();
    await page.getByRole("button", { name: "Deleted journals" }).click();
    await expectLooksGood(page);
    await page.getByRole("button", { name: "List" }).click();
    await expectLooksGood(page);
  });
}
