/** Characters that break a line or move the text; in a name each run of them is one space. */
const breaks = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;

/**
 * Characters that nobody sees and that damage what stands around a name: control characters, overrides and isolates of the
 * writing direction, halves of characters, and those without width. Joiners stay: Persian, Indic scripts and emoji need them.
 */
const removed = /[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069\u200B\u2060\uFEFF]/gu;

const visible = /[^\p{Default_Ignorable_Code_Point}\p{White_Space}]/u;

/** Prepares a name for storing: one line, single spaces, without invisible characters. Empty when nothing of it can be seen. */
export function cleanName(name: string): string {
  const clean = name.replace(breaks, " ").replace(removed, "").normalize("NFC").replace(/\s+/g, " ").trim();
  return visible.test(clean) ? clean : "";
}
