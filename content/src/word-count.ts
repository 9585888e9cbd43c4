// Scripts that are written without spaces between words and are counted by character.
const character = "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\u30FC\\uFF70";
const letter = `(?![${character}])[\\p{L}\\p{N}\\p{M}]`;
// Apostrophes, hyphens, connectors, soft hyphens and joiners hold a word together; points and colons hold numbers.
const inner = `['’\\-\\u2010\\u2011_\\u00AD\\u200C\\u200D](?=${letter})|[.,:](?=\\p{N})(?<=\\p{N}.)`;
const marker = "^ *-?\\d+\\.\\u00A0";
const pattern = new RegExp(`${marker}|[${character}]|${letter}(?:${letter}|${inner})*`, "gmu");

const isMarker = (match: string): boolean => match.endsWith("\u00A0");

/** The words of a text in their order, as {@link countWords} counts them. */
export function wordsOf(text: string): string[] {
  return (text.match(pattern) ?? []).filter((match) => !isMarker(match));
}

/**
 * How many words a text has; browser and server count alike, in linear time. A word is a run of letters, marks and digits,
 * with apostrophes and hyphens ("don’t", "well-known") and, in numbers, points, commas and colons ("3.14", "1,000", "10:42")
 * inside. Each Chinese character and each kana counts one. Numbers of list items, as `docText` writes them, do not count.
 */
export function countWords(text: string): number {
  return wordsOf(text).length;
}
