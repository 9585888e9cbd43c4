/** Line breaks and tabs, some of which count as control characters. So they become spaces before control characters are removed. */
const lineBreaksAndTabs = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;

/**
 * Invisible characters that can damage the text around a name: control characters, changes of the writing direction, lone
 * surrogates, and characters without width. Joiners stay: Persian, Indic scripts and emoji need them.
 */
const damagingCharacters = /[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069\u200B\u2060\uFEFF]/gu;

const visibleCharacter = /[^\p{Default_Ignorable_Code_Point}\p{White_Space}]/u;

/** Prepares a name for storing: one line, single spaces, no damaging characters. Empty when the name has no visible character. */
export function cleanName(name: string): string {
  const cleanedName = name
    .replace(lineBreaksAndTabs, " ")
    .replace(damagingCharacters, "")
    .normalize("NFC")
    .replace(/\s+/g, " ")
    .trim();
  return visibleCharacter.test(cleanedName) ? cleanedName : "";
}
