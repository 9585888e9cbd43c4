/**
 * Words of a text: runs of letters, marks and digits, with apostrophes and hyphens inside counting as part of one word.
 * Chinese characters and kana count one by one, as there are no spaces between words.
 */
const word =
  /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|(?:(?!\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana})[\p{L}\p{N}\p{M}])+(?:['’\-‐‑.](?:(?!\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana})[\p{L}\p{N}\p{M}])+)*/gu;

/** The words of a text, in their order. */
export function wordsOf(text: string): string[] {
  return text.match(word) ?? [];
}

/** How many words a text has. Browser and server count alike. */
export function countWords(text: string): number {
  return wordsOf(text).length;
}
