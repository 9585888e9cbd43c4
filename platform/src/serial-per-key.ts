/**
 * Runs work with the same key one after the other, in the order of the calls. Work with other keys runs in parallel.
 */
export function createSerialPerKey() {
  const lastOf = new Map<string, Promise<unknown>>();

  return function runSerially<T>(key: string, run: () => Promise<T>): Promise<T> {
    const before = lastOf.get(key);
    const turn = before ? before.then(run, run) : run();
    lastOf.set(key, turn);
    const leave = () => void (lastOf.get(key) === turn && lastOf.delete(key));
    turn.then(leave, leave);
    return turn;
  };
}
