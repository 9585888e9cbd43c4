import type { Page } from "@playwright/test";
import { expect, logIn, padOf, test } from "../fixtures.ts";
import { expectLooksGood } from "./looks.ts";
import { logInNewUser, openEntry } from "./test-users.ts";

/** Chooses "Log out" in the account menu, which opens a confirmation. */
async function openLogOutConfirmation(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Your account" }).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
  await expect(page.getByRole("alertdialog")).toBeVisible();
}

test("sign-up, an empty journal, the entry pad, the history, the journal index, its dialogs and the error pages look good", async ({
  page,
  product,
  consoleErrors,
  expectNetworkErrors,
}) => {
  await test.step("sign-up", async () => {
    await page.goto("/app/signup");
    await expect(page.getByRole("heading", { name: "Start your journal" })).toBeVisible();
    await page.getByRole("button", { name: "Create my journal" }).click();
    await expect(page.getByLabel("E-mail")).toHaveAttribute("aria-invalid", "true");
    await expectLooksGood(page);
  });

  const user = await logInNewUser(page, product);
  const pad = padOf(page);
  await test.step("an empty journal, the pad and the history", async () => {
    await pad.openNew();
    await expectLooksGood(page);
    const listUrl = page.url().replace("/new", "/entries");
    await page.goto(listUrl);
    await expect(page.getByText("No entries yet")).toBeVisible();
    await expectLooksGood(page);

    await openEntry(page, user, "Lord’s day", "Up, and to church.");
    await pad.text.fill("Up late, and to church.");
    await expect(page.getByText("5 words")).toBeVisible();
    await pad.expectSaved();
    await expectLooksGood(page);
    await page.getByRole("button", { name: "Link" }).click();
    await expect(page.getByRole("dialog", { name: "Link" })).toBeVisible();
    await expectLooksGood(page);
    await page.keyboard.press("Escape");

    await page.getByRole("button", { name: "History" }).click();
    const sheet = page.getByRole("dialog", { name: "History" });
    await sheet.getByRole("button", { name: /Show all/ }).click();
    await sheet.getByRole("button", { name: /first version/ }).click();
    await expect(sheet.getByText("Up, and to church.")).toBeVisible();
    await expectLooksGood(page);
    await sheet.getByRole("button", { name: "Changes" }).click();
    await expect(sheet.getByRole("insertion").first()).toBeVisible();
    await expectLooksGood(page);
    await sheet.getByRole("button", { name: "Restore this version" }).click();
    await expect(page.getByRole("alertdialog")).toBeVisible();
    await expectLooksGood(page);

    await page.goto(listUrl);
    await expect(page.getByRole("link", { name: "Lord’s day" })).toBeVisible();
    await expectLooksGood(page);
    await page.getByRole("button", { name: "Move Lord’s day to the trash" }).click();
    await expect(page.getByText("Moved to the trash.")).toBeVisible();
    await expectLooksGood(page);
    await page.getByRole("link", { name: "Trash" }).click();
    await page.getByRole("button", { name: "Delete Lord’s day forever" }).click();
    await expect(page.getByRole("alertdialog")).toBeVisible();
    await expectLooksGood(page);
  });

  await test.step("the journal index and its dialogs", async () => {
    await page.goto("/journals");
    await expect(page.getByRole("heading", { name: "Your journals" })).toBeVisible();
    await expectLooksGood(page);
    await page.getByRole("button", { name: "Deleted journals" }).click();
    await expect(page.getByText("No deleted journals.")).toBeVisible();
    await expectLooksGood(page);
    await page.getByRole("button", { name: "New journal" }).click();
    await expect(page.getByRole("dialog", { name: "New journal" })).toBeVisible();
    await expectLooksGood(page);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
    await page.getByRole("button", { name: /^More actions for/ }).click();
    await expect(page.getByRole("menuitem", { name: "Rename" })).toBeVisible();
    await expectLooksGood(page);
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await expect(page.getByRole("alertdialog")).toBeVisible();
    await expectLooksGood(page);
  });

  // Only the pages from here on may fail to load something.
  expect(consoleErrors).toEqual([]);
  expectNetworkErrors();
  await test.step("the error pages, and a wrong password", async () => {
    await page.goto("/error/404?type=entry");
    await expect(page.getByRole("heading", { name: /was not found/ })).toBeVisible();
    await expectLooksGood(page);
    await page.goto("/error/403?type=entry");
    await expect(page.getByRole("heading", { name: /does not have access to this entry/ })).toBeVisible();
    await expectLooksGood(page);
    await openLogOutConfirmation(page);
    await expectLooksGood(page);
    await page.getByRole("alertdialog").getByRole("button", { name: "Log out" }).click();
    await page.waitForURL("**/app/login");
    await logIn(page, { ...user.person, password: "not the password" });
    await expect(page.getByText("Your email or password were incorrect.")).toBeVisible();
    await expectLooksGood(page);
  });
});
