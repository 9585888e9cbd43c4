/**
 * A place in the log of all events. Opaque: it is kept as text and compared with {@link comparePositions}, never counted
 * with. On PostgreSQL it is a whole number; on KurrentDB the commit position, which has gaps.
 */
export type Position = string & { readonly __position: true };

/** Makes a position from a store's own number. */
export const toPosition = (value: number | bigint): Position => String(value) as Position;

/** Reads a position back from a checkpoint. */
export function parsePosition(text: string): Position {
  if (!/^\d+$/.test(text)) throw new Error("not a position");
  return text as Position;
}

/** Below zero when `a` comes before `b`; `null` is before everything. */
export function comparePositions(a: Position | null, b: Position | null): number {
  const [left, right] = [a === null ? -1n : BigInt(a), b === null ? -1n : BigInt(b)];
  return left < right ? -1 : left > right ? 1 : 0;
}
