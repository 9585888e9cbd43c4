import { inks } from "@daybook/domain/contract/appearance-values";
import { uiThemes } from "@daybook/domain/contract/settings-values";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { contrast, themeTokens } from "../testing/theme-tokens.ts";

const css = readFileSync(new URL("./page-themes.module.css", import.meta.url), "utf8");

const shadesOf = (ink: string): { light: string; dark: string } => {
  const rule = new RegExp(`data-ink="${ink}"\\] \\{\\s*--ink: light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(
    css,
  );
  return { light: rule?.[1] ?? "", dark: rule?.[2] ?? "" };
};

test.each(inks.flatMap((ink) => uiThemes.map((theme) => [ink, theme] as const)))(
  "%s ink is readable on the papers of the %s theme",
  (ink, theme) => {
    const { tokens, isDark } = themeTokens(theme);
    const shade = shadesOf(ink)[isDark ? "dark" : "light"];
    for (const paper of ["surface-raised", "paper-tint"]) {
      // WCAG level AAA for normal text.
      expect(contrast(shade, tokens[paper])).toBeGreaterThanOrEqual(7);
    }
  },
);
