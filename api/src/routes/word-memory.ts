import type { WordBag } from "@daybook/content/words-changed";

/**
 * The words of recently saved texts, so that an autosave can say how many it added without opening the text before it.
 * Bounded, kept in memory only, and dropped with the entry; a miss costs one read.
 */
export function createWordMemory(limit = 200) {
  const bags = new Map<number, { revision: number; words: WordBag }>();
  return {
    get(entryId: number, revision: number): WordBag | null {
      const known = bags.get(entryId);
      return known?.revision === revision ? known.words : null;
    },
    set(entryId: number, revision: number, words: WordBag): void {
      bags.delete(entryId);
      bags.set(entryId, { revision, words });
      if (bags.size > limit) bags.delete(bags.keys().next().value!);
    },
    drop(entryId: number): void {
      bags.delete(entryId);
    },
  };
}

/** See {@link createWordMemory}. */
export type WordMemory = ReturnType<typeof createWordMemory>;
