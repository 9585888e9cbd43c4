/** Font sizes that an entry may use, in pixels. */
export const fontSizes = [6, 7, 8, 9, 10, 12, 14, 16, 18] as const;

/**
 * Fonts that an entry may use: served with the page or present on common systems. Every name can stand in CSS without
 * quotes, so that the browser, the editor and the server write it alike.
 */
export const fontFamilies = [
  "Lora",
  "Source Sans",
  "Georgia",
  "Palatino",
  "Times New Roman",
  "Arial",
  "Verdana",
  "Trebuchet MS",
  "Courier New",
  "serif",
  "sans-serif",
  "monospace",
  "cursive",
] as const;

/** How a paragraph or a heading may be aligned. */
export const alignments = ["left", "center", "right", "justify"] as const;

const sizes: readonly string[] = fontSizes.map((size) => `${size}px`);
const families = new Map<string, string>(fontFamilies.map((family) => [family.toLowerCase(), family]));
const named: Readonly<Record<string, string>> = {
  black: "#000000",
  silver: "#c0c0c0",
  gray: "#808080",
  grey: "#808080",
  white: "#ffffff",
  maroon: "#800000",
  red: "#ff0000",
  purple: "#800080",
  fuchsia: "#ff00ff",
  green: "#008000",
  lime: "#00ff00",
  olive: "#808000",
  yellow: "#ffff00",
  navy: "#000080",
  blue: "#0000ff",
  teal: "#008080",
  aqua: "#00ffff",
  orange: "#ffa500",
};

/** One of the nine sizes as CSS writes it ("16px"), or null for any other. */
export function readFontSize(value: string | null | undefined): string | null {
  const size = value?.trim().toLowerCase() ?? "";
  return sizes.includes(size) ? size : null;
}

/** A known font in its own spelling, the first of a CSS list, quoted or not; or null. */
export function readFontFamily(value: string | null | undefined): string | null {
  const first = value
    ?.split(",", 1)[0]
    ?.trim()
    .replace(/^(["'])(.*)\1$/, "$2");
  return families.get(first?.toLowerCase() ?? "") ?? null;
}

/**
 * A colour as `#rrggbb`, from `#rgb`, `#rrggbb`, `rgb(r, g, b)` (which is how browsers write it back) or one of the old
 * names; null for anything else.
 */
export function readColour(value: string | null | undefined): string | null {
  const colour = value?.trim().toLowerCase() ?? "";
  if (/^#[0-9a-f]{6}$/.test(colour)) return colour;
  if (/^#[0-9a-f]{3}$/.test(colour)) return colour.replace(/[0-9a-f]/g, "$&$&");
  const [, ...parts] = /^rgb\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})\s*\)$/.exec(colour) ?? [];
  if (parts.length === 3 && parts.every((part) => Number(part) <= 255)) {
    return `#${parts.map((part) => Number(part).toString(16).padStart(2, "0")).join("")}`;
  }
  return Object.hasOwn(named, colour) ? (named[colour] ?? null) : null;
}

/** An alignment, or null for any other value. */
export function readAlignment(value: string | null | undefined): string | null {
  const alignment = value?.trim().toLowerCase() ?? "";
  return (alignments as readonly string[]).includes(alignment) ? alignment : null;
}
