/**
 * Runs `work` for each item and returns the results in the items' order. At most `limit` run at the same time.
 * A failure ends one of the `limit` workers. The others continue with the remaining items, and then one failure is thrown. When all
 * workers have failed, the remaining items are not started.
 */
export async function inParallel<I, O>(
  items: readonly I[],
  limit: number,
  work: (item: I) => Promise<O>,
): Promise<O[]> {
  const results: O[] = [];
  let nextIndex = 0;
  async function worker(): Promise<void> {
    for (let index = nextIndex++; index < items.length; index = nextIndex++)
      results[index] = await work(items[index]!);
  }
  const workers = await Promise.allSettled(Array.from({ length: Math.min(limit, items.length) }, worker));
  for (const outcome of workers) if (outcome.status === "rejected") throw outcome.reason;
  return results;
}
