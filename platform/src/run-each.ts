/**
 * Runs `work` for each item, one after the other. An item that fails does not block the later ones: the first error is thrown after the
 * last item.
 *
 * @param signal when it aborts, no further item is started
 */
export async function runEach<T>(
  items: Iterable<T>,
  work: (item: T) => Promise<unknown>,
  signal?: AbortSignal,
): Promise<void> {
  const errors: unknown[] = [];
  for (const item of items) {
    if (signal?.aborted) break;
    try {
      await work(item);
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
}
