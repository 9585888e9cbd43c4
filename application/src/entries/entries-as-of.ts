import { isRejection } from "@daybook/domain/kernel/rejection";
import {
  countEntriesAsOf,
  entriesAsOf,
  entriesTrashedSince,
  type PastEntry,
} from "@daybook/read-models/queries/as-of";
import { findActiveJournal, type DecryptedJournal, findOpenJournal } from "../access/journal-access.ts";
import { findClosedEntryIds } from "../access/lock-gate.ts";
import type { Application } from "../application.ts";
import type { Actor, Context, Refusal } from "../context.ts";
import { type EntryListView, viewEntryList } from "./entry-list-view.ts";
import { startOperation, type BulkResult } from "./start-operation.ts";

/** Finds which of these journals are open for the actor. Today's locks also apply to past entries. */
async function findOpenJournalsAmong(
  app: Application,
  actor: Actor,
  journalIds: readonly number[],
): Promise<Map<number, DecryptedJournal>> {
  const journals = await Promise.all([...new Set(journalIds)].map((id) => findOpenJournal(app, actor, id)));
  return new Map(journals.flatMap((journal) => (isRejection(journal) ? [] : [[journal.id, journal]])));
}

/** Lists a page of the entries that a journal had at the instant `at`, without those that the actor cannot open today. */
export async function listEntriesAsOf(
  app: Application,
  context: Context,
  input: Parameters<typeof entriesAsOf>[1] & { readonly page: number },
): Promise<EntryListView | Refusal> {
  const { actor } = context;
  const journal = await findActiveJournal(app, actor, input.journalId);
  if (isRejection(journal)) return journal;
  const [page, total] = await Promise.all([
    entriesAsOf(app.pool, input),
    countEntriesAsOf(app.pool, journal.id, input.at),
  ]);
  if (isRejection(page)) return page;
  const otherJournalIds = page.entries
    .map(({ currentJournalId }) => currentJournalId)
    .filter((id) => id !== journal.id);
  const openJournalsById = await findOpenJournalsAmong(app, actor, otherJournalIds);
  const closedIds = new Set(await findClosedEntryIds(app, actor));
  const mayRead = ({ id, currentJournalId }: PastEntry) =>
    !closedIds.has(id) && (currentJournalId === journal.id || openJournalsById.has(currentJournalId));
  const pastPage = {
    rows: page.entries.filter(mayRead),
    nextCursor: page.nextCursor,
    total,
    number: input.page,
    size: input.limit,
  };
  return viewEntryList(app, context, journal, pastPage, input.at);
}

/**
 * Restores the entries that a journal had at the instant `at` and that are in the trash now. An entry that has since moved to another
 * journal is left out when that journal has a lock, because moving the entry back would need the password. It is also left out when that
 * journal cannot be read now.
 */
export async function restoreMissing(
  app: Application,
  context: Context,
  { journalId, at }: { readonly journalId: number; readonly at: string },
): Promise<BulkResult | Refusal> {
  const { actor } = context;
  const journal = await findActiveJournal(app, actor, journalId);
  if (isRejection(journal)) return journal;
  const trashedEntries = await entriesTrashedSince(app.pool, actor.userId, journal.id, at);
  const otherJournalIds = trashedEntries.map((entry) => entry.journalId).filter((id) => id !== journal.id);
  const openJournalsById = await findOpenJournalsAmong(app, actor, otherJournalIds);
  const restorableEntries = trashedEntries.filter((entry) => {
    return entry.journalId === journal.id || openJournalsById.get(entry.journalId)?.lock === null;
  });
  const plan = { kind: "restore", from: null, to: journal.id } as const;
  return startOperation(
    app,
    context,
    plan,
    restorableEntries.map(({ id }) => id),
  );
}
