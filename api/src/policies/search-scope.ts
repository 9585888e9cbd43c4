import { reject } from "@daybook/domain/kernel/rejection";
import { streamOf } from "@daybook/domain/kernel/ids";
import { journalsOf } from "@daybook/read-models/queries/journals";
import type { Actor, Refusal } from "../context.ts";
import type { ApiDeps } from "../deps.ts";
import { openJournal } from "./journal-access.ts";

/** Where a search may look, by the journals and locks of this moment. */
export type SearchScope = {
  /** Journals by their ids, with what a hit tells of them; none that is encrypted. */
  readonly journals: ReadonlyMap<
    number,
    { readonly id: number; readonly name: string; readonly is_locked: boolean }
  >;
  /** Of what is in these journals, and of these entries, nothing but the title is found, open or not. */
  readonly closedJournalIds: readonly number[];
  readonly closedEntryIds: readonly number[];
};

/**
 * What a person may find: entries of active journals of theirs. Encrypted ones are left out, also while they are open, as
 * the index holds nothing of them. `journalId` narrows to one, which has to be theirs.
 */
export async function searchScope(
  deps: ApiDeps,
  actor: Actor,
  journalId: number | undefined,
): Promise<SearchScope | Refusal> {
  const at = new Date(deps.clock.now()).toISOString();
  const rows = await journalsOf(deps.pool, actor.userId, "active", at);
  const streams = rows.map(({ id }) => streamOf.journal(id));
  const [keys, locks, entryLocks] = await Promise.all([
    deps.vault.openKeys(streams),
    deps.locks.locksOf(streams),
    deps.locks.entryLocksOf(actor.userId),
  ]);
  const own = rows.flatMap((row) => {
    const stream = streamOf.journal(row.id);
    const journal = row.parked ? null : openJournal(deps, actor, row, keys.get(stream), locks.get(stream));
    return journal ?? [];
  });
  if (journalId !== undefined && !own.some(({ id }) => id === journalId)) {
    return reject("not_found", "We couldn't find that journal in your account.");
  }
  const searched = own.filter(({ id, lock }) => lock?.type !== 3 && (journalId ?? id) === id);
  return {
    journals: new Map(
      searched.map(({ id, clearName, lock }) => [id, { id, name: clearName, is_locked: lock !== null }]),
    ),
    closedJournalIds: searched.filter(({ lock }) => lock !== null).map(({ id }) => id),
    closedEntryIds: entryLocks.map(({ stream }) => Number(stream.slice("entry-".length))),
  };
}
