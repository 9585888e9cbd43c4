import { uiThemes } from "@daybook/domain/contract/settings-values";
import type { Page } from "@playwright/test";
import { expect, expectAccessible } from "../fixtures.ts";

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
