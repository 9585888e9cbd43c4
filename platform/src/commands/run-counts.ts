/**
 * Counts the runs in progress in this process, by key. For the ledger, a run is one execution of a command, and the key names the
 * command and its account. A run that may be about to begin counts too.
 */
export function createRunCounts() {
  const counts = new Map<string, number>();

  function end(key: string): void {
    const remaining = (counts.get(key) ?? 0) - 1;
    if (remaining > 0) counts.set(key, remaining);
    else counts.delete(key);
  }

  return {
    /** True while a run under this key has not ended, or may be about to begin. */
    has: (key: string): boolean => counts.has(key),

    /**
     * Begins a run if `mayBegin` resolves to true, and returns whether the run has begun. The run is counted already while
     * `mayBegin` is pending, so that `has` misses no run.
     */
    async beginIf(key: string, mayBegin: () => Promise<boolean>): Promise<boolean> {
      counts.set(key, (counts.get(key) ?? 0) + 1);
      let hasBegun = false;
      try {
        hasBegun = await mayBegin();
      } finally {
        if (!hasBegun) end(key);
      }
      return hasBegun;
    },

    /** Ends a run. */
    end,
  };
}
