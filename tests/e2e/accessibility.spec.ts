import type { Page } from "@playwright/test";
import { expect, logIn, padOf, test } from "../fixtures.ts";
import { pressUntilFocused } from "./keyboard.ts";
import { expectLooksGood } from "./looks.ts";
import { openEntry, signIn } from "./test-users.ts";

/** Chooses "Log out" in the account menu, which opens a confirmation. */
async function openLogOutConfirmation(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Your account" }).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
  await expect(page.getByRole("alertdialog")).toBeVisible();
}

test("sign-up, the journal index, its dialogs and the error pages look good", async ({
  page,
  product,
  expectNetworkErrors,
}) => {
  expectNetworkErrors();
  await page.goto("/app/signup");
  await expect(page.getByRole("heading", { name: "Start your journal" })).toBeVisible();
  await page.getByRole("button", { name: "Create my journal" }).click();
  await expect(page.getByLabel("E-mail")).toHaveAttribute("aria-invalid", "true");
  await expectLooksGood(page);
  const { person } = await signIn(page, product);
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
  await logIn(page, { ...person, password: "not the password" });
  await expect(page.getByText("Your email or password were incorrect.")).toBeVisible();
  await expectLooksGood(page);
});

test("an empty journal, the entry pad and the history look good", async ({ page, product }) => {
  const user = await signIn(page, product);
  const pad = padOf(page);
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

test("a person signs up and saves an entry using only the keyboard", async ({ page }) => {
  await page.goto("/app/signup");
  await expect(page.getByLabel("First name")).toBeVisible();
  /** Presses Tab until the element has the focus; fails when Tab does not reach it. */
  const tabTo = (name: string, role: "textbox" | "link" | "button") =>
    pressUntilFocused(page, "Tab", page.getByRole(role, { name, exact: true }));
  /** A new page moves the focus to its heading. Tab only after that. */
  const expectHeadingFocused = (name: string) =>
    expect(page.getByRole("heading", { level: 1, name })).toBeFocused();
  const person = { "First name": "Samuel", "E-mail": `${crypto.randomUUID()}@example.com` };
  const passwords = { Password: "and so to bed 1660", "Confirm password": "and so to bed 1660" };
  for (const [label, value] of Object.entries({ ...person, ...passwords })) {
    await tabTo(label, "textbox");
    await page.keyboard.type(value);
  }
  await tabTo("Create my journal", "button");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/welcome");
  await expectHeadingFocused("Welcome, Samuel");
  await tabTo("Skip", "link");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/journals");
  await expectHeadingFocused("Your journals");
  await tabTo("New entry in Samuel’s Journal", "link");
  await page.keyboard.press("Enter");
  const pad = padOf(page);
  await expect(pad.text).toBeFocused();
  await page.keyboard.type("By the keyboard alone.");
  await expect(pad.text).toHaveText("By the keyboard alone.");
  await pad.expectSaved();
  await page.keyboard.press("Alt+F10");
  await expect(page.getByRole("button", { name: "Heading 1" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(pad.text).toBeFocused();
});
