import type { EventStore, StoredEvent } from "@daybook/platform/event-store/event-store";
import type { Position } from "@daybook/platform/event-store/position";
import type { SearchDocument, SearchIndex, SearchWriter } from "@daybook/platform/search/search-index";
import type { PositionWaiter } from "@daybook/platform/subscriptions/wait-for-position";
import { entryIdsOfJournal } from "@daybook/read-models/queries/entries";
import { entryIdsTagged } from "@daybook/read-models/queries/tags";
import { affectedBy } from "./affected.ts";
import { readDocuments, type Sources } from "./read-documents.ts";

/** The dependencies of indexing. */
export type Indexing = Sources & {
  readonly store: Pick<EventStore, "readAll">;
  readonly index: Pick<SearchIndex, "removeUser">;
  readonly writer: SearchWriter;
  readonly waiter: Pick<PositionWaiter, "waitFor">;
  readonly signal: AbortSignal;
};

/** The read models that the index is made from. */
export const readModels = ["entry-page", "journal-list", "tags"] as const;
const pageSize = 100;
/** How many changed entries of a batch are written at once. An engine takes nearly as long for one as for all of them. */
const entriesAtOnce = 200;
/** Longer than the waiter's own polling interval, and short enough for a quick stop. */
const readModelTimeoutMs = 600;

/** The maximum characters of one write, to limit memory and transactions for very long entries. */
const maxCharacters = 1_000_000;

function* inPortions(documents: readonly SearchDocument[]): Generator<SearchDocument[]> {
  let documentsOfWrite: SearchDocument[] = [];
  let length = 0;
  for (const document of documents) {
    if (documentsOfWrite.length > 0 && length + document.body.length > maxCharacters) {
      yield documentsOfWrite;
      [documentsOfWrite, length] = [[], 0];
    }
    documentsOfWrite.push(document);
    length += document.body.length;
  }
  yield documentsOfWrite;
}

/** Updates the documents of these entries to their current content. */
export async function indexEntries(
  { writer, ...sources }: Sources & Pick<Indexing, "writer">,
  ids: readonly number[],
  position: Position | null,
): Promise<void> {
  const documents = await readDocuments(sources, ids);
  const existingIds = new Set(documents.map(({ entryId }) => entryId));
  // Remove first, so that erased or locked text disappears as soon as possible.
  await writer.remove(ids.filter((id) => !existingIds.has(id)));
  for (const documentsOfWrite of inPortions(documents)) await writer.put(documentsOfWrite, position);
}

type Page = (after: number, limit: number) => Promise<number[]>;

/** Calls `work` with each page of a list of ids. */
export async function eachPage(
  page: Page,
  signal: AbortSignal,
  work: (ids: number[]) => Promise<void>,
): Promise<void> {
  let lastId = 0;
  for (;;) {
    signal.throwIfAborted();
    const ids = await page(lastId, pageSize);
    if (ids.length > 0) await work(ids);
    lastId = ids.at(-1) ?? lastId;
    if (ids.length < pageSize) return;
  }
}

async function waitForReadModels(
  { waiter, signal }: Pick<Indexing, "waiter" | "signal">,
  position: Position,
): Promise<void> {
  while (!(await waiter.waitFor(readModels, position, readModelTimeoutMs))) signal.throwIfAborted();
}

/**
 * Indexes the changed entries of the next page of the log early, so that a very large journal does not delay other people's
 * saves and locks. Later the page is indexed again in the normal order. Returns its last position.
 */
async function indexAhead(indexing: Indexing, start: Position): Promise<Position> {
  const events = await indexing.store.readAll({ after: start, limit: pageSize });
  const position = events.at(-1)?.position;
  if (position === undefined) return start;
  const ids = [...affectedBy(events).entries];
  if (ids.length > 0) {
    await waitForReadModels(indexing, position);
    await indexEntries(indexing, ids, position);
  }
  return position;
}

/**
 * Indexes what a batch of events affects: waits for the read models, and writes the *current* content to the index. So the
 * events may come in any order, and more than once.
 */
export async function indexBatch(indexing: Indexing, batch: readonly StoredEvent[]): Promise<void> {
  const { pool, index, writer, signal } = indexing;
  const position = batch.at(-1)?.position;
  if (position === undefined) return;
  const { entries, journals, tags, erasedAccounts } = affectedBy(batch);
  if (entries.size + journals.size + tags.size + erasedAccounts.size > 0) {
    await waitForReadModels(indexing, position);
    for (const userId of erasedAccounts) await index.removeUser(userId);
    const putEntries = (ids: readonly number[]) => indexEntries(indexing, ids, position);
    const entryIds = [...entries];
    for (let start = 0; start < entryIds.length; start += entriesAtOnce) {
      await putEntries(entryIds.slice(start, start + entriesAtOnce));
    }
    let readPosition = position;
    const putMany = async (ids: readonly number[]): Promise<void> => {
      await putEntries(ids);
      if (ids.length === pageSize) readPosition = await indexAhead(indexing, readPosition);
    };
    const pagesOf = (list: typeof entryIdsOfJournal, id: number): Promise<void> =>
      eachPage((after, limit) => list(pool, id, after, limit), signal, putMany);
    for (const id of journals) await pagesOf(entryIdsOfJournal, id);
    for (const id of tags) await pagesOf(entryIdsTagged, id);
  }
  signal.throwIfAborted();
  await writer.saveCheckpoint(position);
}
