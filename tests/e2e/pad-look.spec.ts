import type { Page } from "@playwright/test";
import { expect, padOf, test } from "../fixtures.ts";
import { expectLooksGood } from "./looks.ts";
import { picture } from "./pictures.ts";
import { logInNewUser, openEntry } from "./test-users.ts";

/** The paper of the pad. It is not found by role, because an open sheet hides it from screen readers. */
const paperOf = (page: Page) => page.locator("article");

test("an entry gets its own paper and pad, and has the journal's font, size and ink; its history shows its paper", async ({
  page,
  product,
}) => {
  const user = await logInNewUser(page, product, { pro: true });
  const pad = padOf(page);
  const entryUrl = await openEntry(page, user, "By water", "To Deptford");
  await test.step("an entry's own paper and pad apply immediately and are saved", async () => {
    await page.getByRole("button", { name: "Page style" }).click();
    const sheet = page.getByRole("dialog", { name: "Page style" });
    const saveResponse = page.waitForResponse((response) => response.request().method() === "PUT");
    await sheet.getByRole("radio", { name: "Ruled" }).check();
    await expect(paperOf(page)).toHaveAttribute("data-page-theme", "2");
    expect((await saveResponse).status()).toBe(200);
    await sheet.getByRole("group", { name: "Pad" }).getByRole("radio", { name: "Same as journal" }).focus();
    const padResponse = page.waitForResponse((response) => response.request().method() === "PUT");
    await page.keyboard.press("ArrowDown");
    await expect(sheet.getByRole("radio", { name: "Spiral binding" })).toBeChecked();
    await expect(page.locator('[data-pad-theme="4"]').first()).toBeVisible();
    expect((await padResponse).status()).toBe(200);
    await expectLooksGood(page);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("button", { name: "Page style" })).toBeFocused();
    await page.reload();
    await expect(paperOf(page)).toHaveAttribute("data-page-theme", "2");
    await expect(page.locator('[data-pad-theme="4"]').first()).toBeVisible();

    await page.getByRole("button", { name: "Page style" }).click();
    const journalPaperResponse = page.waitForResponse((response) => response.request().method() === "PUT");
    await sheet.getByRole("group", { name: "Paper" }).getByRole("radio", { name: "Same as journal" }).check();
    await expect(paperOf(page)).toHaveAttribute("data-page-theme", "1");
    expect((await journalPaperResponse).status()).toBe(200);
  });

  await test.step("the pad uses the journal's font, size, ink and paper, and the history shows that paper", async () => {
    await page.goto("/journals");
    await page.getByRole("button", { name: /^More actions for / }).click();
    await page.getByRole("menuitem", { name: "Cover and paper" }).click();
    const sheet = page.getByRole("dialog");
    const waitForChange = (body: string) =>
      page.waitForResponse((response) => response.request().postData()?.includes(body) === true);
    for (const [label, choice, body] of [
      ["Font", "Typewriter", "Typewriter"],
      ["Size", "18", "font_size"],
      ["Ink", "Burgundy", "burgundy"],
    ] as const) {
      const changeResponse = waitForChange(body);
      await sheet.getByRole("combobox", { name: label }).selectOption(choice);
      await changeResponse;
    }
    const changeResponse = waitForChange("default_page_theme_id");
    await sheet.getByRole("radio", { name: "Grid" }).check();
    await changeResponse;
    await page.goto(entryUrl);
    await expect(paperOf(page)).toHaveAttribute("data-page-theme", "3");
    await expect(paperOf(page)).toHaveAttribute("data-ink", "burgundy");
    await expect(pad.text).toHaveCSS("font-family", /American Typewriter/);
    const fontSizeInRem = () =>
      pad.text.evaluate((text) => {
        const size = (element: Element) => Number.parseFloat(getComputedStyle(element).fontSize);
        return size(text) / size(document.documentElement);
      });
    await expect.poll(fontSizeInRem).toBeCloseTo(1.0625 * (18 / 16), 2);
    await expectLooksGood(page);
    await page.getByRole("button", { name: "History" }).click();
    const themedPage = page.getByRole("dialog").locator("[data-page-theme]");
    await expect(themedPage).toHaveAttribute("data-page-theme", "3");
  });
});

test("without PRO, paper and pad cannot be chosen, and the actions of an entry fit in one line at 1024 px", async ({
  page,
  product,
}) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  const user = await logInNewUser(page, product);
  const pad = padOf(page);
  await openEntry(page, user, "By water", "To Deptford");
  await test.step("the paper and pad of an entry cannot be chosen", async () => {
    await page.getByRole("button", { name: "Page style" }).focus();
    await page.keyboard.press("Enter");
    const sheet = page.getByRole("dialog", { name: "Page style" });
    await expect(sheet).toContainText("come with PRO");
    await expect(sheet.getByRole("radio", { name: "Ruled, comes with PRO" })).toBeDisabled();
    await expectLooksGood(page);
    await page.keyboard.press("Escape");
    await expect(sheet).toBeHidden();
  });

  await test.step("the actions of an entry fit in one line", async () => {
    const fileChooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Add photos" }).click();
    await (await fileChooser).setFiles([picture()]);
    await expect(page.getByRole("region", { name: "Photos" })).toBeVisible();
    await pad.expectSaved();
    const buttonNames = [
      "Star this entry",
      "History",
      "Move to the trash",
      "Add photos",
      "Page style",
      "Share",
    ];
    const topEdges = () =>
      Promise.all(
        [...buttonNames, "More actions"].map(async (name) => {
          const box = await page.getByRole("button", { name, exact: true }).first().boundingBox();
          return Math.round(box?.y ?? -1);
        }),
      );
    await expect.poll(async () => new Set(await topEdges()).size).toBe(1);
    await expectLooksGood(page);
  });
});
