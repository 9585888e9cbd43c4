import { expect, test } from "../fixtures.ts";
import { expectLooksGood } from "./looks.ts";
import { logInNewUser, writeEntry } from "./test-users.ts";

test("the tour runs by keyboard, once on a device; Escape ends it, and Help starts it again", async ({
  page,
  product,
}) => {
  const user = await logInNewUser(page, product);
  await writeEntry(user, "Plague", "In Drury Lane.");
  const journalPath = `/journals/${user.journalId}`;
  await page.goto(`${journalPath}?tour`);
  const card = page.getByRole("dialog");
  await expect(card).toContainText("Step 1 of 4");
  await expect(card).toBeFocused();
  await expectLooksGood(page);
  for (const step of [2, 3, 4]) {
    await page.getByRole("button", { name: "Next" }).focus();
    await page.keyboard.press("Enter");
    await expect(card).toContainText(`Step ${step} of 4`);
    await expect(card).toBeFocused();
  }
  await card.getByRole("button", { name: "Back" }).click();
  await expect(card).toContainText("Step 3 of 4");
  await card.getByRole("button", { name: "Next" }).click();
  await card.getByRole("button", { name: "Start writing" }).click();
  await expect(card).toBeHidden();
  await expect(page).toHaveURL(new RegExp(`${journalPath}$`));
  await page.goto(`${journalPath}?tour`);
  await expect(page.getByRole("link", { name: "Plague" })).toBeVisible();
  await expect(card).toBeHidden();

  await page.goto("/journals");
  await page.getByRole("button", { name: "Help" }).click();
  await page.getByRole("menuitem", { name: "Show me around" }).click();
  await expect(card).toContainText("Step 1 of");
  await expect(card).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(card).toBeHidden();
  await page.getByRole("button", { name: "Help" }).press("Enter");
  await expect(page.getByRole("menuitem").first()).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(card).toContainText("Step 1 of");
  await card.getByRole("button", { name: "Skip" }).click();
  await expect(card).toBeHidden();
});
