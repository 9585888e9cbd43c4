/** Counts the runs of one process under each key, with those that are still to begin. */
export function createRunCounts() {
  const counts = new Map<string, number>();

  function end(key: string): void {
    const rest = (counts.get(key) ?? 0) - 1;
    if (rest > 0) counts.set(key, rest);
    else counts.delete(key);
  }

  return {
    /** True while a run under this key has not ended, or is about to begin. */
    has: (key: string): boolean => counts.has(key),

    /**
     * Begins a run when `mayBegin` says so. The run counts from before that question, because the answers to several such
     * questions may arrive in any order.
     */
    async beginIf(key: string, mayBegin: () => Promise<boolean>): Promise<boolean> {
      counts.set(key, (counts.get(key) ?? 0) + 1);
      let begins = false;
      try {
        begins = await mayBegin();
      } finally {
        if (!begins) end(key);
      }
      return begins;
    },

    /** Ends a run. */
    end,
  };
}
