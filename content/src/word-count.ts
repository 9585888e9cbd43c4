// Chinese characters and kana. Each of them counts as a word.
const hanOrKana = "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\u30FC\\uFF70";
const letter = `(?![${hanOrKana}])[\\p{L}\\p{N}\\p{M}]`;
// Apostrophes, hyphens, connectors, soft hyphens and joiners do not split a word; points, commas and colons do not split a number.
const innerSign = `['’\\-\\u2010\\u2011_\\u00AD\\u200C\\u200D](?=${letter})|[.,:](?=\\p{N})(?<=\\p{N}.)`;
// The number of a list item, as `docText` writes it.
const listNumber = "^ *-?\\d+\\.\\u00A0";
const pattern = new RegExp(`${listNumber}|[${hanOrKana}]|${letter}(?:${letter}|${innerSign})*`, "gmu");

const isListNumber = (match: string): boolean => match.endsWith("\u00A0");

/** The words of a text in their order, by the rules of {@link countWords}. */
export function wordsOf(text: string): string[] {
  return (text.match(pattern) ?? []).filter((match) => !isListNumber(match));
}

/**
 * Counts the words of a text in linear time. Browser and server use the same rules:
 *
 * - A word is a run of letters, marks and digits. It may contain apostrophes and hyphens ("don’t", "well-known").
 * - A number may contain points, commas and colons ("3.14", "1,000", "10:42").
 * - Each Chinese character and each kana counts as one word.
 * - The numbers of list items, as `docText` writes them, do not count.
 */
export function countWords(text: string): number {
  return wordsOf(text).length;
}
