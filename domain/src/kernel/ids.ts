import { z } from "zod";

const epoch = Date.UTC(2020, 0, 1);
const randomSpan = 4096;

/**
 * Makes an id without a coordinator: 41 bits of milliseconds since 2020-01-01, then 12 random bits. It is positive
 * and below 2^53, so a JSON number holds it exactly. When the id exists already, the caller tries {@link idForAttempt}.
 *
 * @param now milliseconds since 1970
 * @param random a number in [0, 1), as from `Math.random`
 */
export function makeId(now: number, random: number): number {
  return idFromMoment(now, Math.floor(random * randomSpan));
}

/**
 * Makes an id from a moment and a number that distinguishes ids of that moment. Equal arguments give equal ids, because a rebuild
 * from the log needs stable ids.
 *
 * @param instant milliseconds since 1970
 */
export function idFromMoment(instant: number, distinguisher: number): number {
  return Math.max(1, instant - epoch) * randomSpan + (distinguisher % randomSpan);
}

/**
 * The id to try when earlier ones exist already: the same time, other low bits. The order is fixed, so a repeated
 * command finds the id that it used before.
 *
 * @param attempt 0 is the first id itself
 */
export function idForAttempt(firstId: number, attempt: number): number {
  const randomBits = firstId % randomSpan;
  return firstId - randomBits + ((randomBits + attempt * 1_021) % randomSpan);
}

/** Creates a source of ids that never returns one twice. Another source may return the same id by chance. */
export function createIdSource(clock: { now(): number }, random: () => number): () => number {
  let lastMillisecond = -1;
  let usedIds = new Set<number>();
  return () => {
    const now = clock.now();
    // When half of a millisecond's ids are used, free ones become hard to find: take the next millisecond.
    if (now > lastMillisecond || usedIds.size > randomSpan / 2) {
      lastMillisecond = Math.max(now, lastMillisecond + 1);
      usedIds = new Set();
    }
    let id = makeId(lastMillisecond, random());
    while (usedIds.has(id)) id = idForAttempt(id, 1);
    usedIds.add(id);
    return id;
  };
}

/** An id, for example of a user, a journal or an entry. */
export const Id = z.number().int().positive().max(Number.MAX_SAFE_INTEGER);

/** The message for a text that cannot be an id. */
export const notAnIdMessage = "This is not an id.";

/** An id in a path or a query: decimal digits only. */
export const IdText = z
  .string()
  .refine((text) => /^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(Number(text)), notAnIdMessage)
  .transform(Number);

/**
 * The name of a stream. Sealed values are bound to this name. For an account, a journal or an entry, the name is also the id of the
 * key in the vault. Tags and memberships have no key of their own; they use the key of their account.
 */
export const streamOf = {
  account: (id: number): string => `account-${id}`,
  journal: (id: number): string => `journal-${id}`,
  entry: (id: number): string => `entry-${id}`,
  tag: (id: number): string => `tag-${id}`,
  membership: (accountId: number): string => `membership-${accountId}`,
} as const;

/**
 * The id of a journal's content key, which protects the entries and everything in them. The parent of the content key is the journal's
 * own key, which seals the name and the hint. The name and the hint stay readable while the lock is closed.
 */
export const contentKeyId = (journalId: number): string => `journal-${journalId}/entries`;
