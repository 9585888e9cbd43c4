import { wordsOf } from "./word-count.ts";

/** How often each word occurs in a text. */
export type WordBag = ReadonlyMap<string, number>;

/** Counts how often each word occurs. Takes linear time. */
export function wordBag(text: string): WordBag {
  const bag = new Map<string, number>();
  for (const word of wordsOf(text)) bag.set(word, (bag.get(word) ?? 0) + 1);
  return bag;
}

/** How many words were added and removed between two texts. A moved word does not count. Takes linear time. */
export function wordsChanged(before: WordBag, after: WordBag): { added: number; removed: number } {
  let added = 0;
  let removed = 0;
  for (const [word, count] of after) added += Math.max(0, count - (before.get(word) ?? 0));
  for (const [word, count] of before) removed += Math.max(0, count - (after.get(word) ?? 0));
  return { added, removed };
}
