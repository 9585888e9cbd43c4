/**
 * Runs work with the same key one after the other, in the order of the calls. Work with other keys runs in parallel.
 */
export function createSerialPerKey() {
  const lastOf = new Map<string, Promise<unknown>>();

  return function runSerially<T>(key: string, run: () => Promise<T>): Promise<T> {
    const runBefore = lastOf.get(key);
    const thisRun = runBefore ? runBefore.then(run, run) : run();
    lastOf.set(key, thisRun);
    const leave = () => void (lastOf.get(key) === thisRun && lastOf.delete(key));
    thisRun.then(leave, leave);
    return thisRun;
  };
}
