import type { Settings } from "@daybook/domain/contract/settings";
import { type UiTheme, uiThemes } from "@daybook/domain/contract/settings-values";

/** The storage key of the theme of the last visit; `public/theme.js` applies it before the first paint. */
const themeKey = "daybook-ui-theme";
/** The storage key of the user to whom the stored theme belongs. For a theme without an owner see {@link showTheme}. */
const ownerKey = "daybook-ui-theme-of";

/** The page, and the storage that outlives a visit. */
export type ThemeTarget = {
  page: { dataset: { uiTheme?: string | undefined } };
  /** may throw in browsers that refuse storage */
  storage: () => Pick<Storage, "getItem" | "setItem">;
};

/** The theme that applies to a user: free accounts always have the default. */
export function themeFor({ ui_theme }: Pick<Settings, "ui_theme">, isPro: boolean): UiTheme {
  return isPro ? ui_theme : "default";
}

/**
 * Applies the theme of a user and stores it for the next visit. It stays after a log-out.
 *
 * A stored theme without an owner was written directly into the storage, as our browser tests and designers do to see every theme
 * with any account. It stays until the user's theme changes on this page.
 *
 * @param isChange false for the first theme of this user on this page
 */
export function showTheme(
  { page, storage }: ThemeTarget,
  theme: UiTheme,
  userId: number,
  isChange: boolean,
): void {
  try {
    const themeStorage = storage();
    const storedTheme = themeStorage.getItem(themeKey);
    const isSetByHand =
      themeStorage.getItem(ownerKey) === null && uiThemes.some((name) => name === storedTheme);
    if (isSetByHand && !isChange) return;
    themeStorage.setItem(themeKey, theme);
    themeStorage.setItem(ownerKey, String(userId));
  } catch {
    // Storage is refused: the theme applies to this visit only.
  }
  if (theme === "default") delete page.dataset.uiTheme;
  else page.dataset.uiTheme = theme;
}
