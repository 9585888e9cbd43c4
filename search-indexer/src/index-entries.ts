import type { EventStore, StoredEvent } from "@daybook/platform/event-store/event-store";
import type { Position } from "@daybook/platform/event-store/position";
import type { SearchDocument, SearchIndex, SearchWriter } from "@daybook/platform/search/search-index";
import type { PositionWaiter } from "@daybook/platform/subscriptions/wait-for-position";
import { entryIdsOf } from "@daybook/read-models/queries/entries";
import { entryIdsTagged } from "@daybook/read-models/queries/tags";
import { affectedBy } from "./affected.ts";
import { readDocuments, type Sources } from "./read-documents.ts";

/** What indexing needs. */
export type Indexing = Sources & {
  readonly store: Pick<EventStore, "readAll">;
  readonly index: Pick<SearchIndex, "removeUser">;
  readonly writer: SearchWriter;
  readonly waiter: Pick<PositionWaiter, "waitFor">;
  readonly signal: AbortSignal;
};

/** What the index is made of. */
export const readModels = ["entry-page", "journal-list", "tags"] as const;
const pageSize = 100;
/** Longer than the waiter takes to look for itself, and short enough for a stop. */
const patience = 600;

/** So many characters of text are put at once, which bounds the memory and the transaction that a page of very long entries takes. */
const mostText = 1_000_000;

function* inPortions(documents: readonly SearchDocument[]): Generator<SearchDocument[]> {
  let portion: SearchDocument[] = [];
  let length = 0;
  for (const document of documents) {
    if (portion.length > 0 && length + document.body.length > mostText) {
      yield portion;
      [portion, length] = [[], 0];
    }
    portion.push(document);
    length += document.body.length;
  }
  yield portion;
}

/** Brings what is kept of these entries to what they are now. */
export async function indexEntries(
  { pool, vault, writer }: Pick<Indexing, "pool" | "vault" | "writer">,
  ids: readonly number[],
  position: Position | null,
): Promise<void> {
  const documents = await readDocuments({ pool, vault }, ids);
  const there = new Set(documents.map(({ entryId }) => entryId));
  // First what is to be gone.
  await writer.remove(ids.filter((id) => !there.has(id)));
  for (const portion of inPortions(documents)) await writer.put(portion, position);
}

type Page = (after: number, limit: number) => Promise<number[]>;

/** Goes through the ids of a list, a page at a time. */
export async function eachPage(
  page: Page,
  signal: AbortSignal,
  work: (ids: number[]) => Promise<void>,
): Promise<void> {
  let after = 0;
  for (;;) {
    signal.throwIfAborted();
    const ids = await page(after, pageSize);
    if (ids.length > 0) await work(ids);
    after = ids.at(-1) ?? after;
    if (ids.length < pageSize) return;
  }
}

async function readModelsAt(
  { waiter, signal }: Pick<Indexing, "waiter" | "signal">,
  position: Position,
): Promise<void> {
  while (!(await waiter.waitFor(readModels, position, patience))) signal.throwIfAborted();
}

/**
 * Looks ahead in the log, and puts entries that changed since: a journal of very many must not keep what others write, or lock,
 * waiting. They come again in their turn. Answers how far it has looked.
 */
async function lookAhead(indexing: Indexing, after: Position): Promise<Position> {
  const events = await indexing.store.readAll({ after, limit: pageSize });
  const position = events.at(-1)?.position;
  if (position === undefined) return after;
  const ids = [...affectedBy(events).entries];
  if (ids.length > 0) {
    await readModelsAt(indexing, position);
    await indexEntries(indexing, ids, position);
  }
  return position;
}

/**
 * Follows a batch of events: waits until the read models have it, reads everything that it touches as it is *now*, and puts
 * that into the index. So it does not matter what an event says, in which order they come, and how often.
 */
export async function indexBatch(indexing: Indexing, batch: readonly StoredEvent[]): Promise<void> {
  const { pool, index, writer, signal } = indexing;
  const position = batch.at(-1)?.position;
  if (position === undefined) return;
  const { entries, journals, tags, gone } = affectedBy(batch);
  if (entries.size + journals.size + tags.size + gone.size > 0) {
    await readModelsAt(indexing, position);
    for (const userId of gone) await index.removeUser(userId);
    const put = (ids: readonly number[]) => indexEntries(indexing, ids, position);
    const named = [...entries];
    for (let at = 0; at < named.length; at += pageSize) await put(named.slice(at, at + pageSize));
    let seen = position;
    const putMany = async (ids: readonly number[]): Promise<void> => {
      await put(ids);
      if (ids.length === pageSize) seen = await lookAhead(indexing, seen);
    };
    const pagesOf = (list: typeof entryIdsOf, id: number): Promise<void> =>
      eachPage((after, limit) => list(pool, id, after, limit), signal, putMany);
    for (const id of journals) await pagesOf(entryIdsOf, id);
    for (const id of tags) await pagesOf(entryIdsTagged, id);
  }
  signal.throwIfAborted();
  await writer.saveCheckpoint(position);
}
