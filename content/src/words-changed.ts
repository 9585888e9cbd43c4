import { wordsOf } from "./word-count.ts";

/** How often each word stands in a text. */
export type WordBag = ReadonlyMap<string, number>;

/** Counts each word of a text. Linear. */
export function wordBag(text: string): WordBag {
  const bag = new Map<string, number>();
  for (const word of wordsOf(text)) bag.set(word, (bag.get(word) ?? 0) + 1);
  return bag;
}

/** How many words came and went between two texts. A word that only moved counts as neither. Linear. */
export function wordsChanged(before: WordBag, after: WordBag): { added: number; removed: number } {
  let added = 0;
  let removed = 0;
  for (const [word, count] of after) added += Math.max(0, count - (before.get(word) ?? 0));
  for (const [word, count] of before) removed += Math.max(0, count - (after.get(word) ?? 0));
  return { added, removed };
}
