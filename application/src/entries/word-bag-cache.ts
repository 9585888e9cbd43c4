import type { WordBag } from "@daybook/content/words-changed";

/**
 * Caches the words of recently saved texts, with their counts, so that an autosave can count the added words without decrypting the
 * previous text.
 * The cache is bounded and only in memory. It contains no words of locked texts, and is cleared when anything is locked. Without cached
 * words, an autosave reads and decrypts the previous text.
 */
export function createWordBagCache(limit = 200) {
  let clearedAt = -Infinity;
  const bags = new Map<number, { revision: number; words: WordBag }>();
  return {
    get(entryId: number, revision: number): WordBag | null {
      const cachedBag = bags.get(entryId);
      return cachedBag?.revision === revision ? cachedBag.words : null;
    },
    /** @param startedAt the start of the command. If the cache was cleared then or later, nothing is stored. */
    set(entryId: number, revision: number, words: WordBag, startedAt: number): void {
      if (startedAt <= clearedAt) return;
      bags.delete(entryId);
      bags.set(entryId, { revision, words });
      if (bags.size > limit) bags.delete(bags.keys().next().value!);
    },
    clear(at: number): void {
      clearedAt = Math.max(clearedAt, at);
      bags.clear();
    },
    drop(entryId: number): void {
      bags.delete(entryId);
    },
  };
}

/** See {@link createWordBagCache}. */
export type WordBagCache = ReturnType<typeof createWordBagCache>;
