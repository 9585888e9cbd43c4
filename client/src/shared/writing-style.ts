import type { FontName } from "@daybook/domain/contract/appearance-values";
import type { Journal } from "@daybook/domain/contract/journals";
import type { CSSProperties } from "react";

/** The font stack of each font: our own two fonts, and fonts that devices have. */
const fontStacks: Readonly<Record<FontName, string>> = {
  Lora: '"Lora Variable", "Iowan Old Style", Georgia, serif',
  "Source Sans": '"Source Sans 3 Variable", "Segoe UI", "Helvetica Neue", Arial, sans-serif',
  Georgia: 'Georgia, "Times New Roman", "Liberation Serif", serif',
  Palatino: '"Palatino Linotype", Palatino, "Book Antiqua", "URW Palladio L", P052, serif',
  Garamond: 'Garamond, "EB Garamond", "Apple Garamond", "URW Garamond", Baskerville, serif',
  Optima: 'Optima, Candara, "Gill Sans", "Noto Sans", sans-serif',
  Typewriter: '"American Typewriter", "Courier Prime", "Courier New", "Liberation Mono", monospace',
  Handwriting: '"Segoe Print", "Bradley Hand", Chilanka, "Comic Sans MS", cursive',
};

const isFont = (name: string): name is FontName => Object.hasOwn(fontStacks, name);

/** The font stack of a font; Lora's when the font is unknown. */
export const fontStack = (name: string): string => fontStacks[isFont(name) ? name : "Lora"];

/** The default font size of a journal. A text of this size is not scaled. */
const defaultSize = 16;

/**
 * The writing style of a journal as custom properties for the page. The ink uses `data-ink`, because every theme has its own
 * shade of it.
 */
export function writingStyle({
  font,
  font_size,
}: Pick<Journal["compose_setting"], "font" | "font_size">): CSSProperties {
  const style: Record<`--${string}`, string | number> = {
    "--font-text": fontStack(font),
    "--writing-scale": font_size / defaultSize,
  };
  return style;
}
