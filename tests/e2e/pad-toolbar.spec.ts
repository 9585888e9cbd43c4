import type { Page } from "@playwright/test";
import { expect, padOf, type Product, test } from "../fixtures.ts";
import { pressUntilFocused } from "./keyboard.ts";
import { expectLooksGood } from "./looks.ts";
import { logInNewUser } from "./test-users.ts";

const toolbarOf = (page: Page) => page.getByRole("toolbar", { name: "Formatting" });

async function openPad(page: Page, product: Product) {
  await logInNewUser(page, product);
  const pad = padOf(page);
  await pad.openNew();
  await pad.text.click();
  return { pad, toolbar: toolbarOf(page) };
}

test("font, size, colour and highlight are set by mouse, saved, and look good with a menu open", async ({
  page,
  product,
}) => {
  const { pad, toolbar } = await openPad(page, product);
  const letter = pad.text.getByText("A letter");
  await test.step("formatting is saved", async () => {
    const choose = async (button: string, choice: string) => {
      await toolbar.getByRole("button", { name: button, exact: true }).click();
      await page.getByRole("menuitemradio", { name: choice, exact: true }).click();
    };
    await choose("Font", "Georgia");
    await choose("Text size", "18");
    await choose("Text colour", "Blue");
    await toolbar.getByRole("button", { name: "Highlight" }).click();
    await page.keyboard.type("A letter");
    await expect(toolbar.getByRole("button", { name: "Highlight" })).toHaveAttribute("aria-pressed", "true");
    await toolbar.getByRole("button", { name: "Text colour" }).click();
    await expect(page.getByRole("menuitemradio", { name: "Blue" })).toHaveAttribute("aria-checked", "true");
    await page.keyboard.press("Escape");
    await pad.expectSaved();
    await page.reload();
    await expect(letter).toHaveCSS("font-size", "18px");
    await expect(letter).toHaveCSS("font-family", /^Georgia/);
    await expect(letter).toHaveCSS("color", "rgb(29, 66, 131)");
    await expect(pad.text.locator("mark")).toHaveText("A letter");
  });

  await test.step("the pad looks good with a menu open", async () => {
    await pad.moveToEnd();
    await page.keyboard.press("Enter");
    await toolbar.getByRole("button", { name: "Text colour" }).click();
    await page.getByRole("menuitemradio", { name: "Brown" }).click();
    await page.keyboard.type("In brown, ");
    await toolbar.getByRole("button", { name: "Highlight" }).click();
    await page.keyboard.type("and marked");
    await toolbar.getByRole("button", { name: "Text colour" }).click();
    await expect(page.getByRole("menuitemradio", { name: "Violet" })).toBeVisible();
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/tools.png` });
    await expectLooksGood(page);
    await page.keyboard.press("Escape");
  });

  await page.evaluate(() => (document.documentElement.dataset.uiTheme = "dark"));
  await expect(letter).toHaveCSS("color", "rgb(169, 203, 255)");
});

test("the toolbar works using only the keyboard, and opening the toolbar or its menu does not move the text", async ({
  page,
  product,
}) => {
  const { pad, toolbar } = await openPad(page, product);
  await test.step("the focus stays in the toolbar when a new entry gets its URL, and a link is added by keyboard", async () => {
    await page.keyboard.type("the diary");
    await page.keyboard.press("Alt+F10");
    await page.waitForURL(/\/journals\/\d+\/\d+$/);
    await pad.expectSaved();
    await expect(toolbar.getByRole("button", { name: "Heading 1" })).toBeFocused();

    await page.keyboard.press("Escape");
    await expect(pad.text).toBeFocused();
    await page.keyboard.press("Control+A");
    await page.keyboard.press("Control+K");
    const dialog = page.getByRole("dialog", { name: "Link" });
    await dialog.getByLabel("Address").fill("pepysdiary.com");
    await page.keyboard.press("Enter");
    await expect(pad.text.getByRole("link", { name: "the diary" })).toHaveAttribute(
      "href",
      "https://pepysdiary.com",
    );
    await expect(pad.text).toBeFocused();
  });

  await test.step("the toolbar works using only the keyboard", async () => {
    await page.keyboard.press("Control+A");
    await page.keyboard.press("Alt+F10");
    await expect(toolbar.getByRole("button", { name: "Heading 1" })).toBeFocused();
    const bold = toolbar.getByRole("button", { name: "Bold" });
    await pressUntilFocused(page, "ArrowRight", bold);
    await page.keyboard.press("Enter");
    await expect(pad.text.getByRole("strong")).toHaveText("the diary");
    await page.keyboard.press("Alt+F10");
    await expect(bold).toHaveAttribute("aria-pressed", "true");
    await page.keyboard.press("End");
    await expect(toolbar.getByRole("button", { name: "More formatting" })).toBeFocused();
    await page.keyboard.press("ArrowDown");
    const menu = page.getByRole("menu", { name: "More formatting" });
    await expect(menu.getByRole("menuitemcheckbox").first()).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(toolbar.getByRole("button", { name: "More formatting" })).toBeFocused();
    await page.keyboard.press("ArrowDown");
    const centre = menu.getByRole("menuitemcheckbox", { name: "Align centre" });
    await expect(menu.getByRole("menuitemcheckbox").first()).toBeFocused();
    await pressUntilFocused(page, "ArrowDown", centre);
    await page.keyboard.press("Enter");
    await expect(pad.text.getByText("the diary").locator("xpath=ancestor::p")).toHaveCSS(
      "text-align",
      "center",
    );
    await page.keyboard.press("Alt+F10");
    await page.keyboard.press("Home");
    await expect(toolbar.getByRole("button").first()).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(pad.text).toBeFocused();
  });

  await test.step("the text does not move and nothing overflows at 1024, 1280 and 1920 px when the toolbar and its menu open", async () => {
    await pad.erase();
    await page.keyboard.type("A line of words");
    await expect(pad.text).toHaveText("A line of words");
    await pad.expectSaved();
    const textBox = () => pad.text.boundingBox();
    const strikethrough = page.getByRole("menuitemcheckbox", { name: "Strikethrough" });
    for (const width of [1024, 1280, 1920]) {
      await page.setViewportSize({ width, height: 800 });
      await expect.poll(() => page.evaluate(() => innerWidth)).toBe(width);
      await pad.text.click();
      await expect(pad.text).toBeFocused();
      await expect.poll(async () => (await toolbar.boundingBox())?.height).toBeLessThan(40);
      const boxBefore = await textBox();
      await pad.title.click();
      await expect(pad.title).toBeFocused();
      await expect.poll(textBox).toEqual(boxBefore);
      await pad.text.click();
      await toolbar.getByRole("button", { name: "More formatting" }).click();
      await expect(strikethrough).toBeVisible();
      await expect.poll(textBox).toEqual(boxBefore);
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
        .toBeLessThanOrEqual(width);
      await page.keyboard.press("Escape");
      await expect(strikethrough).toBeHidden();
    }
  });
});
