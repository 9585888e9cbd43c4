/**
 * Runs `work` for each item, several at a time, and returns the results in the items' order. Throws the first failure
 * after all have ended.
 */
export async function inParallel<I, O>(
  items: readonly I[],
  atOnce: number,
  work: (item: I) => Promise<O>,
): Promise<O[]> {
  const results: O[] = [];
  let next = 0;
  async function lane(): Promise<void> {
    for (let at = next++; at < items.length; at = next++) results[at] = await work(items[at]!);
  }
  const lanes = await Promise.allSettled(Array.from({ length: Math.min(atOnce, items.length) }, lane));
  for (const ended of lanes) if (ended.status === "rejected") throw ended.reason;
  return results;
}
