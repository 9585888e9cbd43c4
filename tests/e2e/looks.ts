import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { uiThemes } from "@daybook/domain/contract/settings-values";
import type { Page } from "@playwright/test";
import { expect } from "../fixtures.ts";
import { checkEachTheme, addTextRecorder, runAxe } from "./theme-contrast.ts";

/** Whether every screen runs axe in every theme and width (`npm run test:all`). */
const isFullMatrix = process.env.DAYBOOK_TEST_MATRIX === "full";

/** Widths of a desktop window, in pixels. */
export const deskWidths = [1024, 1440];
/** {@link deskWidths}, and a phone. */
export const allWidths = [360, ...deskWidths];

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const wcagTags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** Waits until all finite animations have ended. */
async function waitForAnimations(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const finiteAnimations = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(finiteAnimations.map(({ finished }) => finished));
  });
}

async function injectAxe(page: Page): Promise<void> {
  if (await page.evaluate(() => "axe" in window)) return;
  await page.evaluate(axeSource);
  await page.evaluate(addTextRecorder);
}

async function checkAccessible(page: Page): Promise<void> {
  await waitForAnimations(page);
  await injectAxe(page);
  expect(await page.evaluate(runAxe, wcagTags)).toEqual([]);
}

/** How long to repeat a check of a page that may still load or move, in milliseconds. */
const retryOptions = { timeout: isFullMatrix ? 240_000 : 60_000 };

/** Expects that axe finds no violation of WCAG 2.2 AA. Axe ignores a dialog whose opening animation still runs. */
export const expectAccessible = (page: Page): Promise<void> =>
  expect(() => checkAccessible(page)).toPass(retryOptions);

/** Expects that the page is not wider than the window. */
export async function expectFits(page: Page): Promise<void> {
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(overflow).toBeLessThanOrEqual(0);
}

/** Checks the texts that the last run of axe recorded. */
async function checkContrastInEachTheme(page: Page): Promise<void> {
  const results = await page.evaluate(checkEachTheme, { themes: uiThemes, isFullMatrix });
  expect(results.map(({ theme, unreadable, isTooWide }) => ({ theme, unreadable, isTooWide }))).toEqual(
    uiThemes.map((theme) => ({ theme, unreadable: [], isTooWide: false })),
  );
  expect(new Set(results.map(({ background }) => background)).size).toBe(uiThemes.length);
}

const expectGoodContrastInEachTheme = (page: Page): Promise<void> =>
  expect(async () => {
    await checkAccessible(page);
    await checkContrastInEachTheme(page);
  }).toPass(retryOptions);

/**
 * Expects that a screen has one heading of level 1, that axe finds nothing, that every text is readable in each of the eight
 * themes, and that the page fits each width. Restores the width of the window; animations stay reduced.
 *
 * Axe runs once, in the theme and the width that the test chose. For the other themes, axe's own colour functions compute the
 * contrast of the texts that it found: a theme changes only colours. In the full matrix, axe itself runs in each theme at each width.
 */
export async function expectLooksGood(page: Page, widths: readonly number[] = deskWidths): Promise<void> {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await expect(page.locator("h1")).toHaveCount(1);
  const viewportBefore = page.viewportSize();
  if (!isFullMatrix) await expectGoodContrastInEachTheme(page);
  for (const width of widths) {
    await page.setViewportSize({ width, height: viewportBefore?.height ?? 800 });
    await expectFits(page);
    if (isFullMatrix) await expectGoodContrastInEachTheme(page);
  }
  if (viewportBefore) await page.setViewportSize(viewportBefore);
}
