import { lockTypes } from "@daybook/domain/contract/lock-types";
import { reject } from "@daybook/domain/kernel/rejection";
import { journalsOfUser } from "@daybook/read-models/queries/journals";
import type { Actor, Refusal } from "../context.ts";
import type { Application } from "../application.ts";
import { findJournalKeys, decryptJournal } from "./journal-access.ts";

/** A journal as a search result names it. */
export type SearchedJournal = {
  readonly id: number;
  readonly name: string;
  /** Whether it has a lock, open or closed. */
  readonly hasLock: boolean;
};

/** The journals and entries that a search may look in, from the current journals and locks. */
export type SearchScope = {
  /** The journals by their ids. Journals with an encryption lock are never here. */
  readonly journals: ReadonlyMap<number, SearchedJournal>;
  /** Journals with a lock: only the titles of their entries are searched, even while the lock is open. */
  readonly titleOnlyJournalIds: readonly number[];
  /** Entries with their own lock: only their titles are searched, even while the lock is open. */
  readonly titleOnlyEntryIds: readonly number[];
};

/**
 * Finds where the actor may search: in their active journals. Journals with an encryption lock are left out even while the lock is
 * open, because the index does not contain them. Journals with parked events are left out too.
 *
 * @param journalId limits the search to one journal; `not_found` when it is not an active journal of the actor, or its events are parked
 */
export async function findSearchScope(
  app: Application,
  actor: Actor,
  journalId: number | undefined,
): Promise<SearchScope | Refusal> {
  const at = new Date(app.clock.now()).toISOString();
  const rows = await journalsOfUser(app.pool, actor.userId, "active", at);
  const [keyOf, entryLocks] = await Promise.all([
    findJournalKeys(
      app,
      rows.map(({ id }) => id),
    ),
    app.locks.entryLocksOf(actor.userId),
  ]);
  const journals = rows.flatMap(
    (row) => (row.isParked ? null : decryptJournal(app, actor, row, keyOf(row.id))) ?? [],
  );
  if (journalId !== undefined && !journals.some(({ id }) => id === journalId)) {
    return reject("not_found", "We couldn't find that journal in your account.");
  }
  const searchedJournals = journals.filter(
    ({ id, lock }) => lock?.type !== lockTypes.encryption && (journalId ?? id) === id,
  );
  return {
    journals: new Map(
      searchedJournals.map(({ id, plaintextName, lock }) => [
        id,
        { id, name: plaintextName, hasLock: lock !== null },
      ]),
    ),
    titleOnlyJournalIds: searchedJournals.filter(({ lock }) => lock !== null).map(({ id }) => id),
    titleOnlyEntryIds: entryLocks.map(({ stream }) => Number(stream.slice("entry-".length))),
  };
}
