import { uiThemes } from "@daybook/domain/contract/settings-values";
import { describe, expect, test } from "vitest";
import { contrast, themeTokens, tokensIn } from "./testing/theme-tokens.ts";

const base = themeTokens("default").tokens;
const themes = uiThemes.map((name) => [name, themeTokens(name).tokens] as const);

test.each(themes.slice(1))("the %s theme has its own background, ink and accent", (_, tokens) => {
  for (const name of ["surface", "surface-raised", "ink", "accent"])
    expect(tokens[name]).not.toBe(base[name]);
});

const pairs: [text: string, background: string, ratio: number][] = [
  ["ink", "surface", 7],
  ["ink", "surface-raised", 7],
  ["ink", "surface-sunken", 7],
  ["ink", "desk-tint", 7],
  ["ink", "paper-tint", 7],
  ["ink", "mark", 7],
  ["ink-quiet", "surface", 7],
  ["ink-quiet", "surface-raised", 7],
  ["ink-quiet", "surface-sunken", 7],
  ["ink-quiet", "desk-tint", 4.5],
  ["ink-quiet", "paper-tint", 7],
  ["surface-raised", "ink", 7],
  ["accent", "surface", 7],
  ["accent", "surface-raised", 7],
  ["accent", "surface-sunken", 4.5],
  ["accent", "desk-tint", 4.5],
  ["accent", "paper-tint", 4.5],
  ["accent-ink", "accent", 4.5],
  ["accent-ink", "accent-strong", 4.5],
  ["danger", "surface-raised", 7],
  ["danger", "paper-tint", 4.5],
  ["danger-ink", "danger", 4.5],
  ["ok", "surface-raised", 7],
  ["ok", "surface", 7],
  ["cover-label-ink", "cover-label", 7],
  ["line-strong", "surface", 3],
  ["line-strong", "surface-raised", 3],
  ["line-strong", "surface-sunken", 3],
  ["star", "surface-raised", 4.5],
];

describe.each(themes)("the %s theme", (_, tokens) => {
  test.each(pairs)("%s on %s has a contrast of at least %d", (text, background, ratio) => {
    expect(tokens[text]).toBeDefined();
    expect(tokens[background]).toBeDefined();
    expect(contrast(tokens[text], tokens[background])).toBeGreaterThanOrEqual(ratio);
  });
});

const darkThemesSelectorEnd = '[data-ui-theme="architecture"])';
const textColours = {
  light: tokensIn("text-colours.css", "[data-ui-theme]"),
  dark: tokensIn("text-colours.css", darkThemesSelectorEnd),
};

test.each(themes)("every text colour is readable in the %s theme, highlighted or not", (theme, tokens) => {
  const colours = themeTokens(theme).isDark ? textColours.dark : textColours.light;
  expect(Object.keys(colours)).toHaveLength(8);
  const ratios = Object.entries(colours).flatMap(([name, colour]) =>
    ["surface-raised", "paper-tint", "mark"].map(
      (background) => [name, background, contrast(colour, tokens[background])] as const,
    ),
  );
  expect(ratios.filter(([, , ratio]) => ratio < 4.5)).toEqual([]);
});
