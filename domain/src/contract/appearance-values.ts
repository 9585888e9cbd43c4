/** The cover colours (spec section 9). Every account may use them. */
export const coverColours = ["blue", "green", "orange", "red"] as const;
/** The drawn covers (spec section 9). They need PRO. */
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

/** The cover of a journal without a chosen one: a colour that depends only on the id. */
export const defaultCover = (journalId: number): CoverName =>
  coverColours[journalId % coverColours.length] ?? "blue";
/** The URL path of a cover's picture. */
export const coverPath = (name: CoverName): string => `/covers/${name}.svg`;
/** True for a cover that only a paid account may use. */
export const isPaidCover = (name: CoverName): boolean => !coverColours.some((colour) => colour === name);

/** Fonts of entries. Daybook serves Lora and Source Sans; for the others the device chooses a similar font. */
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

/** Font sizes (spec section 9). 16 is the text size of the reader's browser; the others scale from it. */
export const fontSizes = [6, 7, 8, 9, 10, 12, 14, 16, 18] as const;
/** See {@link fontSizes}. */
export type FontSize = (typeof fontSizes)[number];

/** Colours for the whole text of an entry, by name. Each UI theme has its own readable shade of each. */
export const inks = ["blue-black", "blue", "green", "sepia", "burgundy", "violet", "graphite"] as const;
/** See {@link inks}. */
export type InkName = (typeof inks)[number];

/** Which date an entry shows: the date of the entry, the date of its last change, or none. */
export const dateMethods = ["created", "modified", "none"] as const;
/** See {@link dateMethods}. */
export type DateMethod = (typeof dateMethods)[number];

/** The id of the page theme "Plain" and of the pad theme "None", which every account may use (spec section 9). */
export const plainThemeId = 1;
/** The paper of an entry. */
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
/** The pad around the paper. The ids 2, 3 and 5 also mean none (spec section 9). */
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
/** The page theme to store for a sent id: 0 becomes 1, an unknown id `null`. */
export function pageThemeId(sentId: number): number | null {
  const id = sentId === 0 ? plainThemeId : sentId;
  return pageThemes.some((theme) => theme.id === id) ? id : null;
}
/** The pad theme to store for a sent id: every id for "none" becomes 1, an unknown id `null`. */
export function padThemeId(sentId: number): number | null {
  if (sentId === 0 || emptyPadThemes.includes(sentId)) return plainThemeId;
  return padThemes.some((theme) => theme.id === sentId) ? sentId : null;
}

/** A journal's role in a classroom: neither a master nor a slave can be locked, and the settings of a slave cannot change. */
export const classroomRoles = ["none", "master", "slave"] as const;
/** See {@link classroomRoles}. */
export type ClassroomRole = (typeof classroomRoles)[number];
