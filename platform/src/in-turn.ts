/** Runs work of one key one after the other, in the order in which it was asked for; work of other keys runs beside it. */
export function createTurns() {
  const lastOf = new Map<string, Promise<unknown>>();

  return function inTurn<T>(key: string, run: () => Promise<T>): Promise<T> {
    const before = lastOf.get(key);
    const turn = before ? before.then(run, run) : run();
    lastOf.set(key, turn);
    const leave = () => void (lastOf.get(key) === turn && lastOf.delete(key));
    turn.then(leave, leave);
    return turn;
  };
}
