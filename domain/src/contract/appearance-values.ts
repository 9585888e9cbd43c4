/** The cover colours (spec section 9), which every account may use. */
export const coverColours = ["blue", "green", "orange", "red"] as const;
/** The drawn covers (spec section 9); they come with PRO. */
export const drawnCovers = [
  "bluecheetah",
  "bwfeather",
  "composition",
  "flowers",
  "geometric",
  "kraft",
  "leather",
  "reddiamond",
  "teallines",
  "whitekraft",
  "bluewaves",
  "chevrons",
  "redtriangles",
  "woodpaneling",
] as const;
/** Every cover. */
export const covers = [...coverColours, ...drawnCovers] as const;
/** The name of a cover. */
export type CoverName = (typeof covers)[number];

/** The cover of a journal whose owner chose none: a colour of its own, the same for ever. */
export const coverOf = (journalId: number): CoverName =>
  coverColours[journalId % coverColours.length] ?? "blue";
/** Where the picture of a cover is served, from the root of the product. */
export const coverPath = (name: CoverName): string => `/covers/${name}.svg`;
/** True for a cover that only a paid account may use. */
export const isPaidCover = (name: CoverName): boolean => !coverColours.some((colour) => colour === name);

/** What entries are set in: Lora and Source Sans are served, the others are what a device has of that kind. */
export const fonts = [
  "Lora",
  "Source Sans",
  "Georgia",
  "Palatino",
  "Garamond",
  "Optima",
  "Typewriter",
  "Handwriting",
] as const;
/** The name of a font. */
export type FontName = (typeof fonts)[number];

/** Sizes of the text (spec section 9), in points of a page whose 16 is the reader's own text size. */
export const fontSizes = [6, 7, 8, 9, 10, 12, 14, 16, 18] as const;
/** See {@link fontSizes}. */
export type FontSize = (typeof fontSizes)[number];

/**
 * Inks, by name, as each look of the product has its own shade that can be read on its paper; `null` is the look's own
 * ink.
 */
export const inks = ["blue-black", "blue", "green", "sepia", "burgundy", "violet", "graphite"] as const;
/** The name of an ink. */
export type InkName = (typeof inks)[number];

/** Which date stands on an entry: its own, that of its last change, or none. */
export const dateMethods = ["created", "modified", "none"] as const;
/** See {@link dateMethods}. */
export type DateMethod = (typeof dateMethods)[number];

/** The theme that every account has: plain paper, nothing around it. Its id comes from the spec, section 9. */
export const plainTheme = 1;
/** What an entry is written on. */
export const pageThemes = [
  { id: 1, name: "Plain" },
  { id: 2, name: "Ruled" },
  { id: 3, name: "Grid" },
  { id: 4, name: "Dotted" },
  { id: 5, name: "Ledger" },
  { id: 6, name: "Margin line" },
  { id: 7, name: "Parchment" },
  { id: 8, name: "Letter paper" },
  { id: 9, name: "Airmail" },
  { id: 10, name: "Manuscript" },
  { id: 11, name: "Laid paper" },
] as const;
/** What a page lies on and is held by. The ids 2, 3 and 5 mean none, as 1 does (spec section 9). */
export const padThemes = [
  { id: 1, name: "None" },
  { id: 4, name: "Spiral binding" },
  { id: 6, name: "Legal pad" },
  { id: 7, name: "Clipboard" },
  { id: 8, name: "Washi tape" },
  { id: 9, name: "Photo corners" },
  { id: 10, name: "Torn page" },
  { id: 11, name: "Stitched mat" },
  { id: 12, name: "Linen" },
  { id: 13, name: "Loose leaves" },
] as const;

const emptyPadThemes: readonly number[] = [1, 2, 3, 5];
/** A page theme as it is kept: 0 is sent as 1; `null` for one that there is not. */
export function pageThemeId(sent: number): number | null {
  const id = sent === 0 ? plainTheme : sent;
  return pageThemes.some((theme) => theme.id === id) ? id : null;
}
/** A pad theme as it is kept: whatever means none is 1; `null` for one that there is not. */
export function padThemeId(sent: number): number | null {
  if (sent === 0 || emptyPadThemes.includes(sent)) return plainTheme;
  return padThemes.some((theme) => theme.id === sent) ? sent : null;
}

/** The part that a journal plays in a class. */
export const classroomRoles = ["none", "master", "slave"] as const;
/** See {@link classroomRoles}. */
export type ClassroomRole = (typeof classroomRoles)[number];
