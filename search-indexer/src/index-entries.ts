import type { EventStore } from "@daybook/platform/event-store/event-store";
import type { Position } from "@daybook/platform/event-store/position";
import type {
  SearchDocument,
  SearchIndex,
  SearchWriter,
  WriteSize,
} from "@daybook/platform/search/search-index";
import type { PositionWaiter } from "@daybook/platform/subscriptions/wait-for-position";
import { entryIdsOfJournal } from "@daybook/read-models/queries/entries";
import { entryIdsTagged } from "@daybook/read-models/queries/tags";
import { addAffectedIds, type AffectedIds, noAffectedIds } from "./affected.ts";
import { eventBatchSize } from "./collect-changes.ts";
import { readDocuments, type Sources } from "./read-documents.ts";

/** The dependencies of indexing. */
export type IndexingDeps = Sources & {
  readonly store: Pick<EventStore, "readAll">;
  readonly index: Pick<SearchIndex, "removeUser" | "writeSize">;
  readonly writer: SearchWriter;
  readonly waiter: Pick<PositionWaiter, "waitFor">;
  readonly signal: AbortSignal;
};

/** The read models that the index is made from. */
export const readModels = ["entry-page", "journal-list", "tags"] as const;
/** How many entries one query reads from the read models. The number limits the memory: one text may have a megabyte. */
const entriesPerRead = 200;
/**
 * How long one wait for the read models lasts at most. The time is longer than the waiter's own polling interval, so a full wait polls. It
 * is short, because a stop is noticed only between two waits.
 */
const readModelTimeoutMs = 600;

type Portion = { readonly documents: SearchDocument[]; readonly removedIds: number[] };

/** The documents of these entries, and the ids of entries without a document, in portions for one write each. */
async function* portionsOf(
  sources: Sources,
  ids: readonly number[],
  { entries, characters }: WriteSize,
): AsyncGenerator<Portion> {
  let portion: Portion = { documents: [], removedIds: [] };
  let length = 0;
  for (let start = 0; start < ids.length; start += entriesPerRead) {
    const slice = ids.slice(start, start + entriesPerRead);
    const documents = await readDocuments(sources, slice);
    const existingIds = new Set(documents.map(({ entryId }) => entryId));
    portion.removedIds.push(...slice.filter((id) => !existingIds.has(id)));
    for (const document of documents) {
      const count = portion.documents.length;
      if (count === entries || (count > 0 && length + document.body.length > characters)) {
        yield portion;
        [portion, length] = [{ documents: [], removedIds: [] }, 0];
      }
      portion.documents.push(document);
      length += document.body.length;
    }
  }
  if (ids.length > 0) yield portion;
}

/** Updates the documents of these entries to their current content. Reads the next entries while earlier ones are written. */
export async function indexEntries(
  { writer, index, ...sources }: Sources & Pick<IndexingDeps, "writer" | "index">,
  ids: readonly number[],
  position: Position | null,
): Promise<void> {
  const { writeSize } = index;
  const write = async ({ documents, removedIds }: Portion): Promise<void> => {
    // Remove first, so that erased or locked text disappears as soon as possible.
    await writer.remove(removedIds);
    await writer.put(documents, position);
  };
  const writes: Promise<void>[] = [];
  try {
    for await (const portion of portionsOf(sources, ids, writeSize)) {
      const startedWrite = write(portion);
      // All writes are awaited below. Until then, Node would report a failure as unhandled.
      startedWrite.catch(() => {});
      writes.push(startedWrite);
      await writes.at(-writeSize.maxConcurrent);
    }
  } finally {
    // A write that is still running could otherwise overtake the writes of the next attempt.
    await Promise.allSettled(writes);
  }
  await Promise.all(writes);
}

type ListPage = (after: number, limit: number) => Promise<number[]>;

/** Calls `work` with each page of a list of ids. */
export async function eachPage(
  listPage: ListPage,
  pageSize: number,
  signal: AbortSignal,
  work: (ids: number[]) => Promise<void>,
): Promise<void> {
  let lastId = 0;
  for (;;) {
    signal.throwIfAborted();
    const ids = await listPage(lastId, pageSize);
    if (ids.length > 0) await work(ids);
    lastId = ids.at(-1) ?? lastId;
    if (ids.length < pageSize) return;
  }
}

async function waitForReadModels(
  { waiter, signal }: Pick<IndexingDeps, "waiter" | "signal">,
  position: Position,
): Promise<void> {
  while (!(await waiter.waitFor(readModels, position, readModelTimeoutMs))) signal.throwIfAborted();
}

/**
 * Indexes the changed entries of the next events early. It runs after each full page of a journal or tag, so that other people's
 * changes do not wait until a very large journal is done. The events are handled again later, in order. Returns the position
 * of the last event that was read, or `start` when there was none.
 */
async function indexAhead(indexing: IndexingDeps, start: Position): Promise<Position> {
  const { store, index } = indexing;
  const maxEvents = index.writeSize.page;
  const limit = Math.min(maxEvents, eventBatchSize);
  const affected = noAffectedIds();
  let position = start;
  for (let eventCount = 0; eventCount < maxEvents; eventCount += limit) {
    const events = await store.readAll({ after: position, limit });
    addAffectedIds(events, affected);
    position = events.at(-1)?.position ?? position;
    if (events.length < limit) break;
  }
  if (affected.entries.size > 0) {
    await waitForReadModels(indexing, position);
    await indexEntries(indexing, [...affected.entries], position);
  }
  return position;
}

/**
 * Indexes what events affected, up to a position, and saves this position as the checkpoint. Waits for the read models and
 * writes the *current* content, so the events may come in any order, and more than once.
 */
export async function indexAffected(
  indexing: IndexingDeps,
  { entries, journals, tags, erasedAccounts }: AffectedIds,
  position: Position,
): Promise<void> {
  const { pool, index, writer, signal } = indexing;
  const { writeSize } = index;
  if (entries.size + journals.size + tags.size + erasedAccounts.size > 0) {
    await waitForReadModels(indexing, position);
    for (const userId of erasedAccounts) await index.removeUser(userId);
    const putEntries = (ids: readonly number[]) => indexEntries(indexing, ids, position);
    await putEntries([...entries]);
    let readPosition = position;
    const putPageThenIndexAhead = async (ids: readonly number[]): Promise<void> => {
      await putEntries(ids);
      if (ids.length === writeSize.page) readPosition = await indexAhead(indexing, readPosition);
    };
    const indexPagesOf = (list: typeof entryIdsOfJournal, id: number): Promise<void> =>
      eachPage((after, limit) => list(pool, id, after, limit), writeSize.page, signal, putPageThenIndexAhead);
    for (const id of journals) await indexPagesOf(entryIdsOfJournal, id);
    for (const id of tags) await indexPagesOf(entryIdsTagged, id);
  }
  signal.throwIfAborted();
  await writer.saveCheckpoint(position);
}
