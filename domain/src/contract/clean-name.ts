/**
 * Line breaks and tabs. They become spaces. Most of them are also control characters, so this is done first: if they were removed as
 * control characters, the words around them would run together.
 */
const lineBreaksAndTabs = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;

/**
 * Invisible characters that can damage the text around a name: control characters, changes of the writing direction, lone
 * surrogates, and some characters without width. The zero-width joiner and non-joiner stay, because Persian, Indic scripts and emoji
 * need them.
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
