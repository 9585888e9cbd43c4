import type { Page } from "@playwright/test";
import { expect, padOf, signUp, test } from "../fixtures.ts";
import { expectAccessible } from "./looks.ts";

/** Two tabs that changed the same entry; this one was second. */
async function conflict(page: Page): Promise<{ sheet: ReturnType<Page["getByRole"]>; address: string }> {
  await signUp(page);
  const pad = padOf(page);
  const address = await pad.write("Two tabs", "In the garden.");
  const other = await page.context().newPage();
  await other.goto(address);
  const otherPad = padOf(other);
  await expect(otherPad.text).toHaveText("In the garden.");
  await otherPad.type(" My wife sang.");
  await otherPad.expectSaved();
  await expect(other.getByText("6 words")).toBeVisible();
  await other.reload();
  await expect(otherPad.text).toHaveText("In the garden. My wife sang.");
  await pad.type(" It rained.");
  const sheet = page.getByRole("dialog", { name: "Changed elsewhere" });
  await expect(sheet.getByRole("region", { name: "Yours, on this page" })).toContainText("It rained.");
  await expect(sheet.getByRole("region", { name: "The other, on the server" })).toContainText(
    "My wife sang.",
  );
  return { sheet, address };
}

/** Looks through the versions of the open entry until one reads so. */
async function expectInHistory(page: Page, words: string): Promise<void> {
  await page.getByRole("button", { name: "History" }).click();
  const history = page.getByRole("dialog", { name: "History" });
  await history.getByRole("button", { name: /Show all/ }).click();
  const found = history.getByText(words);
  for (const row of await history.getByRole("button", { name: /^\d\d:\d\d/ }).all()) {
    await row.click();
    await expect(row).toHaveAttribute("aria-pressed", "true");
    const isHere = found.waitFor({ timeout: 2_000 });
    if (
      await isHere.then(
        () => true,
        () => false,
      )
    )
      return;
  }
  throw new Error(`no version reads ${words}`);
}

test("keeping mine leaves the other text in the history", async ({ page, expectNetworkErrors }) => {
  expectNetworkErrors();
  const { sheet } = await conflict(page);
  await expectAccessible(page);
  await sheet.getByRole("button", { name: "Keep mine" }).click();
  const pad = padOf(page);
  await pad.expectSaved();
  await page.reload();
  await expect(pad.text).toHaveText("In the garden. It rained.");
  await expectInHistory(page, "In the garden. My wife sang.");
});

test("keeping the other leaves my text in the history", async ({ page, expectNetworkErrors }) => {
  expectNetworkErrors();
  const { sheet } = await conflict(page);
  await sheet.getByRole("button", { name: "Keep the other" }).click();
  const pad = padOf(page);
  await pad.expectSaved();
  await expect(pad.text).toHaveText("In the garden. My wife sang.");
  await expectInHistory(page, "In the garden. It rained.");
});

test("both can be entries", async ({ page, expectNetworkErrors }) => {
  expectNetworkErrors();
  const { sheet, address } = await conflict(page);
  await sheet.getByRole("button", { name: "Save mine as a new entry" }).click();
  const pad = padOf(page);
  await pad.expectSaved();
  await expect(pad.text).toHaveText("In the garden. My wife sang.");
  await page.getByRole("button", { name: "Open it" }).click();
  await expect(pad.text).toHaveText("In the garden. It rained.");
  await page.goto(address.replace(/\/\d+$/, ""));
  await expect(page.getByText("2 entries")).toBeVisible();
});

test("the same words typed in both tabs are no conflict", async ({ page }) => {
  await signUp(page);
  const pad = padOf(page);
  const address = await pad.write("Same", "One");
  const other = await page.context().newPage();
  await other.goto(address);
  const otherPad = padOf(other);
  await otherPad.type(" two");
  await expect(other.getByText("2 words")).toBeVisible();
  await otherPad.expectSaved();
  await pad.type(" two");
  await expect(page.getByText("2 words")).toBeVisible();
  await pad.expectSaved();
  await expect(page.getByRole("dialog")).toBeHidden();
});

test("logging out in one tab logs the other out", async ({ page }) => {
  await signUp(page);
  const other = await page.context().newPage();
  await other.goto("/journals");
  await expect(other.getByRole("heading", { name: "Your journals" })).toBeVisible();
  await page.getByRole("button", { name: "Your account" }).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Log out" }).click();
  await other.waitForURL("**/app/login**");
});
