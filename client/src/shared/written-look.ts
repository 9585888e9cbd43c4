import type { FontName } from "@daybook/domain/contract/appearance-values";
import type { Journal } from "@daybook/domain/contract/journals";
import type { CSSProperties } from "react";

/** What each font is set in: our own two, and what devices have of the other kinds. */
const stacks: Readonly<Record<FontName, string>> = {
  Lora: '"Lora Variable", "Iowan Old Style", Georgia, serif',
  "Source Sans": '"Source Sans 3 Variable", "Segoe UI", "Helvetica Neue", Arial, sans-serif',
  Georgia: 'Georgia, "Times New Roman", "Liberation Serif", serif',
  Palatino: '"Palatino Linotype", Palatino, "Book Antiqua", "URW Palladio L", P052, serif',
  Garamond: 'Garamond, "EB Garamond", "Apple Garamond", "URW Garamond", Baskerville, serif',
  Optima: 'Optima, Candara, "Gill Sans", "Noto Sans", sans-serif',
  Typewriter: '"American Typewriter", "Courier Prime", "Courier New", "Liberation Mono", monospace',
  Handwriting: '"Segoe Print", "Bradley Hand", Chilanka, "Comic Sans MS", cursive',
};

const isFont = (name: string): name is FontName => Object.hasOwn(stacks, name);

/** The stack of a font; Lora's for one that is not known. */
export const fontStack = (name: string): string => stacks[isFont(name) ? name : "Lora"];

/** The size that a page begins with (spec section 9), which is the reader's own text size. */
const usualSize = 16;

/**
 * How a journal wants its entries set, as custom properties for the page. The ink goes by `data-ink`, as every look of the
 * product has its own shade of it.
 */
export function writtenStyle({
  font,
  font_size,
}: Pick<Journal["compose_setting"], "font" | "font_size">): CSSProperties {
  const style: Record<`--${string}`, string | number> = {
    "--font-text": fontStack(font),
    "--written-scale": font_size / usualSize,
  };
  return style;
}
