/**
 * Runs work with the same key one after the other, in the order of the calls. Work with other keys runs in parallel.
 */
export function createSerialPerKey() {
  const lastRuns = new Map<string, Promise<unknown>>();

  return function runSerially<T>(key: string, run: () => Promise<T>): Promise<T> {
    const previousRun = lastRuns.get(key);
    const thisRun = previousRun ? previousRun.then(run, run) : run();
    lastRuns.set(key, thisRun);
    const removeIfLast = () => void (lastRuns.get(key) === thisRun && lastRuns.delete(key));
    thisRun.then(removeIfLast, removeIfLast);
    return thisRun;
  };
}
