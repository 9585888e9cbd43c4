import { z } from "zod";

const epoch = Date.UTC(2020, 0, 1);
const randomSpan = 4096;

/**
 * Makes an id without a coordinator: 41 bits of milliseconds since 2020-01-01, then 12 random bits; positive and
 * below 2^53, so JSON carries it as a number. A collision shows as "this stream exists already" and is tried again.
 *
 * @param now milliseconds since 1970
 * @param random a number in [0, 1), as from `Math.random`
 */
export function makeId(now: number, random: number): number {
  return Math.max(1, now - epoch) * randomSpan + Math.floor(random * randomSpan);
}

/** An id of a user, journal, entry, tag, photo, reminder or version. */
export const Id = z.number().int().positive().max(Number.MAX_SAFE_INTEGER);

/** An id as it arrives in a path or a query: decimal digits only. */
export const IdText = z
  .string()
  .regex(/^[1-9]\d{0,15}$/, "This is not an id.")
  .transform(Number)
  .pipe(Id);

/** The stream of an aggregate; also the name of its key in the vault and part of what its sealed values are bound to. */
export const streamOf = {
  account: (id: number): string => `account-${id}`,
  journal: (id: number): string => `journal-${id}`,
  entry: (id: number): string => `entry-${id}`,
} as const;
