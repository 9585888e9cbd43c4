import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { expectLooksGood } from "./looks.ts";
import {
  lockJournal,
  lockPassword,
  logInNewUser,
  type TestUser,
  createJournal,
  writeEntry,
} from "./test-users.ts";

const journalNames = (page: Page) => page.getByRole("main").getByRole("heading", { level: 2 });
const journalRows = (page: Page) => page.getByRole("rowheader");

/** Creates two more journals and opens the journal index, which lists the oldest journal first. */
async function openIndexOfThreeJournals(page: Page, user: TestUser): Promise<void> {
  await createJournal(user, "Navy business");
  await createJournal(user, "Music");
  await page.goto("/journals");
  await expect(journalNames(page)).toHaveText(["Samuel’s Journal", "Navy business", "Music"]);
}

test("journals are reordered by keyboard and mouse in both layouts; an order that the server refuses is reverted", async ({
  page,
  product,
  expectNetworkErrors,
}) => {
  expectNetworkErrors();
  const user = await logInNewUser(page, product, { pro: true });
  await writeEntry(user, "Plague", "In Drury Lane.");
  await lockJournal(user);
  await openIndexOfThreeJournals(page, user);
  await page.route(
    "**/api/settings/change_journal_order",
    (route) => route.fulfill({ status: 422, json: { error: "This is not a valid order.", code: "invalid" } }),
    { times: 1 },
  );
  await page.getByRole("button", { name: "Move Music" }).focus();
  await page.keyboard.press("ArrowUp");
  await expect(page.getByText("This is not a valid order.")).toBeVisible();
  await expect(journalNames(page)).toHaveText(["Samuel’s Journal", "Navy business", "Music"]);

  const waitForOrderResponse = () => page.waitForResponse("**/api/settings/change_journal_order");
  const handle = page.getByRole("button", { name: "Move Music" });
  await handle.focus();
  let orderResponse = waitForOrderResponse();
  await page.keyboard.press("ArrowLeft");
  await expect(journalNames(page)).toHaveText(["Samuel’s Journal", "Music", "Navy business"]);
  await expect(handle).toBeFocused();
  await expect(page.getByText("Music is now 2 of 3.")).toBeAttached();
  expect((await orderResponse).status()).toBe(200);

  orderResponse = waitForOrderResponse();
  const items = page.getByRole("main").getByRole("listitem");
  await items.filter({ hasText: "Navy business" }).dragTo(items.filter({ hasText: "Samuel’s Journal" }));
  await expect(journalNames(page)).toHaveText(["Navy business", "Samuel’s Journal", "Music"]);
  expect((await orderResponse).status()).toBe(200);
  await page.reload();
  await expect(journalNames(page)).toHaveText(["Navy business", "Samuel’s Journal", "Music"]);

  await test.step("the list layout", async () => {
    await page.getByRole("button", { name: "List" }).click();
    await expect(page.getByRole("row", { name: /Samuel’s Journal/ })).toContainText("Locked");
    await expect(page.getByRole("row", { name: /Samuel’s Journal/ })).toContainText("today");
    await expect(page.getByRole("row", { name: /Music/ })).toContainText("No entries yet");
    await page.getByRole("button", { name: "Move Music" }).focus();
    orderResponse = waitForOrderResponse();
    await page.keyboard.press("ArrowUp");
    await orderResponse;
    await page.reload();
    await expect(journalRows(page)).toHaveText([/Navy/, /Music/, /Samuel/]);
    orderResponse = waitForOrderResponse();
    await page.getByRole("row", { name: /Samuel/ }).dragTo(page.getByRole("row", { name: /Navy/ }));
    await expect(journalRows(page)).toHaveText([/Samuel/, /Navy/, /Music/]);
    await orderResponse;
    await page
      .getByRole("row", { name: /Music/ })
      .getByRole("button", { name: /^More actions for/ })
      .press("Enter");
    await expect(page.getByRole("menuitem").first()).toBeFocused();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Rename journal" });
    await expect(dialog).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
  });

  await page.getByRole("button", { name: "Grid" }).click();
  await page.getByLabel("Sort by").selectOption("By name");
  await expect(journalNames(page)).toHaveText(["Music", "Navy business", "Samuel’s Journal"]);
  await page.reload();
  await expect(page.getByLabel("Sort by")).toHaveValue("name");
  await expect(journalNames(page)).toHaveText(["Music", "Navy business", "Samuel’s Journal"]);
});

test("the permanent deletion of a locked journal needs its password", async ({
  page,
  product,
  expectNetworkErrors,
}) => {
  expectNetworkErrors();
  const user = await logInNewUser(page, product);
  await lockJournal(user);
  await page.goto("/journals");
  await page.getByRole("button", { name: /^More actions for/ }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Deleted journals" }).click();
  await expect(page.getByText("30 days left")).toBeVisible();
  await page.getByRole("button", { name: "Delete Samuel’s Journal forever" }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("This cannot be undone");
  await dialog.getByRole("button", { name: "Delete forever" }).click();
  await expect(dialog.getByText("Enter the journal’s password.")).toBeVisible();
  await dialog.getByLabel("The journal’s password").fill("not it");
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("This is not the password of this journal.")).toBeVisible();
  await dialog.getByLabel("The journal’s password").fill(lockPassword);
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(page.getByText("No deleted journals.")).toBeVisible();
});

test("both layouts of the journal index, with past entries, the install offer and the settings of a journal, look good; the past entries of a locked journal are hidden", async ({
  page,
  product,
}) => {
  const user = await logInNewUser(page, product, { pro: true });
  const today = new Date().toLocaleDateString("en-CA", { timeZone: "Europe/London" });
  // A leap year, because today may be February 29.
  const year = 1660;
  await writeEntry(user, "The coronation", "And so to bed.", { local_date: `${year}${today.slice(4)}` });
  const lockedJournalId = await createJournal(
    user,
    "A journal with quite a long name about the business of the Navy",
  );
  await lockJournal({ ...user, journalId: lockedJournalId });
  await page.goto("/journals");
  const strip = page.getByRole("region", { name: "On this day" });
  await expect(strip).toContainText(`${Number(today.slice(0, 4)) - year} years ago`);
  await expect(strip.getByRole("link", { name: "The coronation" })).toBeVisible();
  await page.getByRole("button", { name: "Deleted journals" }).click();
  // Chromium offers the installation only to people who use a site often.
  await page.evaluate(() => window.dispatchEvent(new Event("beforeinstallprompt", { cancelable: true })));
  await expect(page.getByRole("complementary", { name: "Install Daybook" })).toBeVisible();
  await expectLooksGood(page);

  await page.getByRole("button", { name: "More actions for Samuel’s Journal" }).click();
  await page.getByRole("menuitem", { name: "Journal settings" }).click();
  const sheet = page.getByRole("dialog", { name: /^Settings for/ });
  await expect(sheet.getByRole("button", { name: "Change: Lock" })).toBeVisible();
  await expectLooksGood(page);
  await sheet.getByRole("button", { name: "Change: Lock" }).click();
  const lockDialog = page.getByRole("dialog", { name: /^Lock for/ });
  await expect(lockDialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(lockDialog).toBeHidden();

  await page.getByRole("button", { name: "List" }).click();
  await expectLooksGood(page);
  await lockJournal(user);
  await page.reload();
  await expect(page.getByRole("row", { name: /Samuel’s Journal/ })).toContainText("Locked");
  await expect(strip).toBeHidden();
});
