import type { Settings } from "@daybook/domain/contract/settings";
import { type UiTheme, uiThemes } from "@daybook/domain/contract/settings-values";

/** Where the theme of the last visit is remembered, for `public/theme.js` to set before the first paint. */
const themeKey = "daybook-ui-theme";
/** Whose it was. A theme without this was put there by hand, and stays: see {@link showTheme}. */
const ownerKey = "daybook-ui-theme-of";

/** The page, and what the browser remembers between visits. */
export type ThemePlace = {
  page: { dataset: { uiTheme?: string | undefined } };
  /** may throw where a browser refuses storage */
  memory: () => Pick<Storage, "getItem" | "setItem">;
};

/** The theme that applies for somebody: only paid accounts leave the default. */
export function themeFor({ ui_theme }: Pick<Settings, "ui_theme">, isPro: boolean): UiTheme {
  return isPro ? ui_theme : "default";
}

/**
 * Shows a person's theme and remembers it, so that the next visit begins in it. It stays through a log-out.
 *
 * A remembered theme that has no owner was set by hand, as our browser tests and designers do to look at every theme
 * with any account: it is left alone until the person chooses a theme here (`chosen`).
 *
 * @param chosen the person picked the theme just now
 */
export function showTheme(
  { page, memory }: ThemePlace,
  theme: UiTheme,
  userId: number,
  chosen: boolean,
): void {
  try {
    const kept = memory();
    const remembered = kept.getItem(themeKey);
    const isByHand = kept.getItem(ownerKey) === null && uiThemes.some((name) => name === remembered);
    if (isByHand && !chosen) return;
    kept.setItem(themeKey, theme);
    kept.setItem(ownerKey, String(userId));
  } catch {
    // Storage is refused: the theme holds for this visit.
  }
  if (theme === "default") delete page.dataset.uiTheme;
  else page.dataset.uiTheme = theme;
}
