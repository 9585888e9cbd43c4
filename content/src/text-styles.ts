/** The allowed font sizes in pixels. */
export const fontSizes = [6, 7, 8, 9, 10, 12, 14, 16, 18] as const;

/**
 * The allowed fonts: Daybook serves them or common systems have them. Only fonts whose name needs no quotes in CSS are allowed, so
 * that browser, editor and server write the same CSS.
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

/** The alignments of paragraphs and headings. */
export const alignments = ["left", "center", "right", "justify"] as const;

const allowedSizes: readonly string[] = fontSizes.map((size) => `${size}px`);
const familiesByLowerCase = new Map<string, string>(
  fontFamilies.map((family) => [family.toLowerCase(), family]),
);
const coloursByName: Readonly<Record<string, string>> = {
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

/** An allowed font size in CSS ("16px"), or `null`. */
export function readFontSize(value: string | null | undefined): string | null {
  const size = value?.trim().toLowerCase() ?? "";
  return allowedSizes.includes(size) ? size : null;
}

/** The first font of a CSS list, quoted or not, in its standard spelling; `null` when it is not allowed. */
export function readFontFamily(value: string | null | undefined): string | null {
  const firstFont = value
    ?.split(",", 1)[0]
    ?.trim()
    .replace(/^(["'])(.*)\1$/, "$2");
  return familiesByLowerCase.get(firstFont?.toLowerCase() ?? "") ?? null;
}

/** A colour as `#rrggbb`, from `#rgb`, `#rrggbb`, `rgb(r, g, b)` or one of the basic names; otherwise `null`. */
export function readColour(value: string | null | undefined): string | null {
  const colour = value?.trim().toLowerCase() ?? "";
  if (/^#[0-9a-f]{6}$/.test(colour)) return colour;
  if (/^#[0-9a-f]{3}$/.test(colour)) return colour.replace(/[0-9a-f]/g, "$&$&");
  const [, ...parts] = /^rgb\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})\s*\)$/.exec(colour) ?? [];
  if (parts.length === 3 && parts.every((part) => Number(part) <= 255)) {
    return `#${parts.map((part) => Number(part).toString(16).padStart(2, "0")).join("")}`;
  }
  return Object.hasOwn(coloursByName, colour) ? (coloursByName[colour] ?? null) : null;
}

/** An allowed alignment, or `null`. */
export function readAlignment(value: string | null | undefined): string | null {
  const alignment = value?.trim().toLowerCase() ?? "";
  return (alignments as readonly string[]).includes(alignment) ? alignment : null;
}
