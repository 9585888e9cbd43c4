import type { WordBag } from "@daybook/content/words-changed";

/**
 * The words of recently saved texts, so that an autosave can say how many it added without opening the text before it.
 * Bounded, kept in memory only, and dropped with the entry; emptied when anything is locked, and nothing that is
 * behind a lock is put into it. A miss costs one read.
 */
export function createWordMemory(limit = 200) {
  let clearedAt = -Infinity;
  const bags = new Map<number, { revision: number; words: WordBag }>();
  return {
    get(entryId: number, revision: number): WordBag | null {
      const known = bags.get(entryId);
      return known?.revision === revision ? known.words : null;
    },
    /** @param since when the act began: one that was under way when all was cleared leaves nothing */
    set(entryId: number, revision: number, words: WordBag, since: number): void {
      if (since <= clearedAt) return;
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

/** See {@link createWordMemory}. */
export type WordMemory = ReturnType<typeof createWordMemory>;
