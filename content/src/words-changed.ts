import { wordsOf } from "./word-count.ts";

/** How often each word occurs in a text. */
export type WordBag = ReadonlyMap<string, number>;

/** Counts how often each word occurs. Takes linear time. */
export function wordBagOf(text: string): WordBag {
  const wordCounts = new Map<string, number>();
  for (const word of wordsOf(text)) wordCounts.set(word, (wordCounts.get(word) ?? 0) + 1);
  return wordCounts;
}

/** How many words were added and removed between two texts. A word that only moved does not count. Takes linear time. */
export function countChangedWords(oldWords: WordBag, newWords: WordBag): { added: number; removed: number } {
  let added = 0;
  let removed = 0;
  for (const [word, count] of newWords) added += Math.max(0, count - (oldWords.get(word) ?? 0));
  for (const [word, count] of oldWords) removed += Math.max(0, count - (newWords.get(word) ?? 0));
  return { added, removed };
}
