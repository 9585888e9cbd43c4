import { AxeBuilder } from "@axe-core/playwright";
import { uiThemes } from "@daybook/domain/contract/settings-values";
import type { Page } from "@playwright/test";
import { expect } from "../fixtures.ts";

/** What axe answers, as far as it is read here. */
type Axe = {
  run(
    context: Document,
    options: { runOnly: string[]; resultTypes: string[] },
  ): Promise<{ violations: { nodes: { html: string; any: { message: string }[] }[] }[] }>;
};

type Seen = { theme: string; desk: string; unreadable: string[]; isTooWide: boolean };

/** Puts every theme on in turn and looks at it; ends in the one it began with. Runs in the page, beside its axe. */
async function wearEach(themes: readonly string[]): Promise<Seen[]> {
  const root = document.documentElement;
  const before = root.dataset.uiTheme;
  const { axe } = window as unknown as { axe: Axe };
  const seen: Seen[] = [];
  for (const theme of themes) {
    root.dataset.uiTheme = theme;
    /* oxlint-disable no-await-in-loop -- a page wears one theme at a time */
    const { violations } = await axe.run(document, {
      runOnly: ["color-contrast"],
      resultTypes: ["violations"],
    });
    /* oxlint-enable no-await-in-loop */
    seen.push({
      theme,
      desk: getComputedStyle(document.body).backgroundColor,
      unreadable: violations.flatMap(({ nodes }) =>
        nodes.map(({ html, any }) => `${html}: ${any[0]?.message}`),
      ),
      isTooWide: root.scrollWidth > root.clientWidth,
    });
  }
  if (before === undefined) delete root.dataset.uiTheme;
  else root.dataset.uiTheme = before;
  return seen;
}

/** Waits until what comes in or goes has come to rest; what turns without end is not waited for. */
async function comeToRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}

/** Nothing that axe finds by the rules of WCAG 2.2 AA. To axe, a dialog in its first frame is none: it is not to be seen yet. */
export async function expectAccessible(page: Page): Promise<void> {
  await comeToRest(page);
  const { violations } = await new AxeBuilder({ page })
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"])
    .analyze();
  expect(violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ html }) => html) }))).toEqual([]);
}

/**
 * A screen as it is, in each of the eight themes: without findings, no wider than the window, with one heading. A theme
 * changes colours alone, so the rules about everything else run once.
 */
export async function expectLooksGood(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await expect(page.locator("h1")).toHaveCount(1);
  await expectAccessible(page);
  const seen = await page.evaluate(wearEach, uiThemes);
  expect(seen.map(({ theme, unreadable, isTooWide }) => ({ theme, unreadable, isTooWide }))).toEqual(
    uiThemes.map((theme) => ({ theme, unreadable: [], isTooWide: false })),
  );
  expect(new Set(seen.map(({ desk }) => desk)).size).toBe(uiThemes.length);
}
