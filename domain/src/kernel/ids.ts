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
  return idAt(now, Math.floor(random * randomSpan));
}

/** The id of something that has a moment and a number within it: the same whenever it is made again from the log. */
export function idAt(moment: number, number: number): number {
  return Math.max(1, moment - epoch) * randomSpan + (number % randomSpan);
}

/**
 * The ids to try one after the other when the first was taken: the same time, other low bits. Always in the same order,
 * so that a repeated act finds the one that it used.
 */
export function nthId(first: number, attempt: number): number {
  const low = first % randomSpan;
  return first - low + ((low + attempt * 1_021) % randomSpan);
}

/** A source of ids that never gives one twice in this process; other processes may, by chance. */
export function createIdSource(clock: { now(): number }, random: () => number): () => number {
  let moment = -1;
  let given = new Set<number>();
  return () => {
    const now = clock.now();
    // Past half of a millisecond's ids, drawing takes ever longer: borrow the next one.
    if (now > moment || given.size > randomSpan / 2) {
      moment = Math.max(now, moment + 1);
      given = new Set();
    }
    let id = makeId(moment, random());
    while (given.has(id)) id = nthId(id, 1);
    given.add(id);
    return id;
  };
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
  tag: (id: number): string => `tag-${id}`,
} as const;

/**
 * The key that a journal's content lies under: entries, and all that belongs to them. A journal's own key, above it, seals
 * its name and hint, which a lock leaves readable.
 */
export const contentKeyOf = (journalId: number): string => `journal-${journalId}/entries`;
