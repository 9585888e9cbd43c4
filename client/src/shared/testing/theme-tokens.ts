import type { UiTheme } from "@daybook/domain/contract/settings-values";
import { readFileSync } from "node:fs";

const read = (sheet: string): string => readFileSync(new URL(`../${sheet}`, import.meta.url), "utf8");

function ruleOf(selector: string, sheet = "theme.css"): string {
  const css = read(sheet);
  const start = css.indexOf(`${selector} {`);
  return css.slice(start, css.indexOf("}", start));
}

/** The hexadecimal tokens of a rule. */
function tokensOf(rule: string): Record<string, string> {
  return Object.fromEntries(
    [...rule.matchAll(/--([a-z-]+): (#[0-9a-f]{6});/g)].map(([, name, value]) => [name, value]),
  );
}

/** The tokens of a theme, including those that it inherits from the default theme. */
export function themeTokens(theme: UiTheme): { tokens: Record<string, string>; isDark: boolean } {
  const base = tokensOf(ruleOf("[data-ui-theme]"));
  if (theme === "default") return { tokens: base, isDark: false };
  const rule = ruleOf(`[data-ui-theme="${theme}"]`);
  return { tokens: { ...base, ...tokensOf(rule) }, isDark: rule.includes("color-scheme: dark") };
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** WCAG 2 contrast ratio. */
export function contrast(foreground = "#000000", background = "#000000"): number {
  const [darker = 0, lighter = 0] = [luminance(foreground), luminance(background)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** The hexadecimal tokens that a rule sets, in a style sheet next to `theme.css`. */
export const tokensIn = (sheet: string, selector: string): Record<string, string> =>
  tokensOf(ruleOf(selector, sheet));
