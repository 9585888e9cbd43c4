import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const css = readFileSync(new URL("./theme.css", import.meta.url), "utf8");

/** The hexadecimal tokens of a rule. */
function tokensOf(selector: string): Record<string, string> {
  const start = css.indexOf(`${selector} {`);
  const rule = css.slice(start, css.indexOf("\n}", start));
  return Object.fromEntries(
    [...rule.matchAll(/--([a-z-]+): (#[0-9a-f]{6});/g)].map(([, name, value]) => [name, value]),
  );
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** WCAG 2 contrast ratio. */
function contrast(one = "#000000", other = "#000000"): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

const base = tokensOf(":root");
const themes = {
  default: base,
  light: { ...base, ...tokensOf('[data-ui-theme="light"]') },
  dark: { ...base, ...tokensOf('[data-ui-theme="dark"]') },
};

const pairs: [text: string, ground: string, ratio: number][] = [
  ["ink", "surface", 7],
  ["ink", "surface-raised", 7],
  ["ink", "surface-sunken", 7],
  ["ink", "mark", 7],
  ["ink-quiet", "surface", 7],
  ["ink-quiet", "surface-raised", 7],
  ["ink-quiet", "surface-sunken", 7],
  ["surface-raised", "ink", 7],
  ["accent", "surface", 7],
  ["accent", "surface-raised", 7],
  ["accent-ink", "accent", 4.5],
  ["accent-ink", "accent-strong", 4.5],
  ["danger", "surface-raised", 7],
  ["danger-ink", "danger", 4.5],
  ["ok", "surface-raised", 7],
  ["ok", "surface", 7],
  ["cover-label-ink", "cover-label", 7],
  ["line-strong", "surface", 3],
  ["line-strong", "surface-raised", 3],
  ["star", "surface-raised", 4.5],
];

describe.each(Object.entries(themes))("the %s theme", (_, tokens) => {
  test.each(pairs)("%s on %s reaches %d", (text, ground, ratio) => {
    expect(tokens[text]).toBeDefined();
    expect(tokens[ground]).toBeDefined();
    expect(contrast(tokens[text], tokens[ground])).toBeGreaterThanOrEqual(ratio);
  });
});
