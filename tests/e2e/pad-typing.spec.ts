import type { Page } from "@playwright/test";
import { expect, padOf, type Product, test } from "../fixtures.ts";
import { signIn } from "./test-users.ts";

async function openPad(page: Page, product: Product) {
  await signIn(page, product);
  const pad = padOf(page);
  await pad.openNew();
  await pad.text.click();
  return pad;
}

async function typeLines(page: Page, lines: readonly string[]): Promise<void> {
  for (const [index, line] of lines.entries()) {
    /* oxlint-disable no-await-in-loop -- one key after the other */
    if (index > 0) await page.keyboard.press("Enter");
    await page.keyboard.type(line);
    /* oxlint-enable no-await-in-loop */
  }
}

test("Markdown is converted while it is typed, and saved as formatting", async ({ page, product }) => {
  const pad = await openPad(page, product);
  await typeLines(page, [
    "# Lord’s day",
    "**bold**, *slanted*, ~~gone~~, ==marked== and `code`",
    "* ale",
    "anchovies",
    "",
    "1. up",
  ]);
  await typeLines(page, ["", "", "[ ] to the office", "", "> said he", "", "---"]);
  await page.keyboard.type("after the line");
  await pad.expectSaved();
  await page.reload();
  await expect(pad.text.getByRole("heading", { level: 1 })).toHaveText("Lord’s day");
  await expect(pad.text.locator("strong")).toHaveText("bold");
  await expect(pad.text.locator("em")).toHaveText("slanted");
  await expect(pad.text.locator("s")).toHaveText("gone");
  await expect(pad.text.locator("mark")).toHaveText("marked");
  await expect(pad.text.locator("code")).toHaveText("code");
  await expect(pad.text.locator("ul:not([data-type]) li")).toHaveText(["ale", "anchovies"]);
  await expect(pad.text.locator("ol li")).toHaveText(["up"]);
  await expect(pad.text.getByRole("checkbox")).not.toBeChecked();
  await expect(pad.text.locator("blockquote")).toHaveText("said he");
  await expect(pad.text.locator("hr")).toHaveCount(1);
  await expect(pad.text.getByText("after the line")).toBeVisible();
});

test("Backspace undoes a Markdown conversion, and quotes and dashes stay as typed", async ({
  page,
  product,
}) => {
  const pad = await openPad(page, product);
  await page.keyboard.type("# ");
  await expect(pad.text.getByRole("heading")).toHaveCount(1);
  await page.keyboard.press("Backspace");
  await expect(pad.text.getByRole("heading")).toHaveCount(0);
  await page.keyboard.type('1 is a number, "quoted" -- and 2 * 3 * 4, it\'s (c) ... and snake_case_name');
  await expect(pad.text).toHaveText(
    '# 1 is a number, "quoted" -- and 2 * 3 * 4, it\'s (c) ... and snake_case_name',
  );
  await expect(pad.text.locator("em, strong")).toHaveCount(0);
});

test("Ctrl+V pastes formatting, Ctrl+Shift+V plain text", async ({ page, product, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const pad = await openPad(page, product);
  await page.evaluate(async () => {
    const html = "<h2 style='font-family:Arial'>News</h2><p>He <b>came</b> with **stars**</p>";
    await navigator.clipboard.write([
      new ClipboardItem({
        "text/html": new Blob([html], { type: "text/html" }),
        "text/plain": new Blob(["News\n\nHe came with **stars**"], { type: "text/plain" }),
      }),
    ]);
  });
  await page.keyboard.press("Control+Shift+V");
  await expect(pad.text.getByRole("paragraph")).toHaveText(["News", "He came with **stars**"]);
  await expect(pad.text.locator("h2, strong")).toHaveCount(0);
  await page.keyboard.press("Control+A");
  await page.keyboard.press("Control+V");
  await expect(pad.text.getByRole("heading", { level: 2 })).toHaveText("News");
  await expect(pad.text.getByRole("strong")).toHaveText("came");
});
