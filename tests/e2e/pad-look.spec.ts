import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { expect, logIn, padOf, type Product, signUp, test } from "../fixtures.ts";
import { expectLooksGood } from "./looks.ts";
import { picture } from "./pictures.ts";

const run = promisify(execFile);

/** Somebody with PRO, logged in. */
async function signUpWithPro(page: Page, { data }: Product): Promise<void> {
  const person = await signUp(page);
  const args = ["grant", "--email", person.email, "--level", "pro", "--years", "1"];
  await run(process.execPath, ["dist/server/account.mjs", ...args], {
    env: { ...process.env, DAYBOOK_DATA: data, LOG_LEVEL: "error" },
  });
  await page.context().clearCookies();
  await page.goto("/app/login");
  await logIn(page, person);
  await page.waitForURL("**/journals");
}

/** Also while a sheet lies over it, when it is hidden from readers. */
const article = (page: Page) => page.locator("article");

test("a page gets a paper and a pad of its own, seen at once and kept", async ({ page, product }) => {
  test.slow();
  await signUpWithPro(page, product);
  const pad = padOf(page);
  await pad.write("By water", "To Deptford");
  await page.getByRole("button", { name: "Look of this page" }).click();
  const sheet = page.getByRole("dialog", { name: "Look of this page" });
  const saved = page.waitForResponse((response) => response.request().method() === "PUT");
  await sheet.getByRole("radio", { name: "Ruled" }).check();
  await expect(article(page)).toHaveAttribute("data-page-theme", "2");
  expect((await saved).status()).toBe(200);
  await sheet.getByRole("group", { name: "Pad" }).getByRole("radio", { name: "As the journal" }).focus();
  await page.keyboard.press("ArrowDown");
  await expect(sheet.getByRole("radio", { name: "Spiral binding" })).toBeChecked();
  await expect(page.locator('[data-pad-theme="4"]').first()).toBeVisible();
  for (const width of [1024, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await expectLooksGood(page);
  }
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Look of this page" })).toBeFocused();
  await page.reload();
  await expect(article(page)).toHaveAttribute("data-page-theme", "2");
  await expect(page.locator('[data-pad-theme="4"]').first()).toBeVisible();

  await page.getByRole("button", { name: "Look of this page" }).click();
  await sheet.getByRole("group", { name: "Paper" }).getByRole("radio", { name: "As the journal" }).check();
  await expect(article(page)).toHaveAttribute("data-page-theme", "1");
});

test("without PRO the look is the journal’s, and the picker says so", async ({ page }) => {
  test.slow();
  await signUp(page);
  const pad = padOf(page);
  await pad.write("By water", "To Deptford");
  await page.getByRole("button", { name: "Look of this page" }).focus();
  await page.keyboard.press("Enter");
  const sheet = page.getByRole("dialog", { name: "Look of this page" });
  await expect(sheet).toContainText("come with PRO");
  await expect(sheet.getByRole("radio", { name: "Ruled, comes with PRO" })).toBeDisabled();
  for (const width of [1024, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await expectLooksGood(page);
  }
});

test("the pad is set as the journal wants it, and so are the versions of its entries", async ({
  page,
  product,
}) => {
  test.slow();
  await signUpWithPro(page, product);
  const pad = padOf(page);
  const address = await pad.write("By water", "To Deptford");
  await page.goto("/journals");
  await page.getByRole("button", { name: /^More for / }).click();
  await page.getByRole("menuitem", { name: "Cover and paper" }).click();
  const sheet = page.getByRole("dialog");
  const changed = (body: string) =>
    page.waitForResponse((response) => response.request().postData()?.includes(body) === true);
  for (const [label, choice, body] of [
    ["Font", "Typewriter", "Typewriter"],
    ["Size", "18", "font_size"],
    ["Ink", "Burgundy", "burgundy"],
  ] as const) {
    const done = changed(body);
    await sheet.getByRole("combobox", { name: label }).selectOption(choice);
    await done;
  }
  const done = changed("default_page_theme_id");
  await sheet.getByRole("radio", { name: "Grid" }).check();
  await done;
  await page.goto(address);
  await expect(article(page)).toHaveAttribute("data-page-theme", "3");
  await expect(article(page)).toHaveAttribute("data-ink", "burgundy");
  await expect(pad.text).toHaveCSS("font-family", /American Typewriter/);
  const inRem = await pad.text.evaluate((text) => {
    const size = (element: Element) => Number.parseFloat(getComputedStyle(element).fontSize);
    return size(text) / size(document.documentElement);
  });
  expect(inRem).toBeCloseTo(1.0625 * (18 / 16), 2);
  for (const width of [1024, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await expectLooksGood(page);
  }
  await page.getByRole("button", { name: "History" }).click();
  const shown = page.getByRole("dialog").locator("[data-page-theme]");
  await expect(shown).toHaveAttribute("data-page-theme", "3");
});

test("the acts of a page stand in one line at 1024 pixels, each with its name", async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await signUp(page);
  const pad = padOf(page);
  await pad.write("By water", "To Deptford");
  const choosing = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Add photos" }).click();
  await (await choosing).setFiles([picture()]);
  await expect(page.getByRole("region", { name: "Photos" })).toBeVisible();
  await pad.expectSaved();
  const names = [
    "Star this entry",
    "History",
    "Move to the trash",
    "Add photos",
    "Look of this page",
    "Share",
  ];
  const tops = await Promise.all(
    [...names, "More for this entry"].map(async (name) => {
      const box = await page.getByRole("button", { name, exact: true }).first().boundingBox();
      return Math.round(box?.y ?? -1);
    }),
  );
  expect(new Set(tops).size).toBe(1);
  await expectLooksGood(page);
});
