/**
 * Runs work with a signal that aborts as soon as one of the given ones does, with the same reason.
 *
 * This function does not use `AbortSignal.any`: Node 20 may garbage-collect the signal that `any` returns, and then the signal never
 * aborts.
 */
export async function withAnySignal<T>(
  sources: readonly AbortSignal[],
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const stop = ({ target }: Event): void => controller.abort((target as AbortSignal).reason);
  for (const source of sources) {
    source.addEventListener("abort", stop);
    if (source.aborted) controller.abort(source.reason);
  }
  try {
    return await work(controller.signal);
  } finally {
    for (const source of sources) source.removeEventListener("abort", stop);
  }
}
