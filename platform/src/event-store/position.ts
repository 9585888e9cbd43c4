/**
 * A position in the log of all events. It is opaque: stored as text and compared with {@link comparePositions}; do not
 * calculate with it. Positions have no gaps on PostgreSQL, but have gaps on KurrentDB.
 */
export type Position = string & { readonly __position: true };

/** Converts a store's own number to a position. */
export const toPosition = (value: number | bigint): Position => String(value) as Position;

/** Parses the position of a checkpoint. */
export function parsePosition(text: string): Position {
  if (!/^\d+$/.test(text)) throw new Error("not a position");
  return text as Position;
}

/** Negative when `a` comes before `b`; `null` comes before everything. */
export function comparePositions(a: Position | null, b: Position | null): number {
  const [left, right] = [a === null ? -1n : BigInt(a), b === null ? -1n : BigInt(b)];
  return left < right ? -1 : left > right ? 1 : 0;
}

/** The later of two positions. */
export const laterPosition = (a: Position | null, b: Position | null): Position | null =>
  comparePositions(a, b) >= 0 ? a : b;
