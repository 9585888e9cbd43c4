import { setTimeout as sleep } from "node:timers/promises";
import type { EventStore } from "@daybook/platform/event-store/event-store";
import { comparePositions, type Position } from "@daybook/platform/event-store/position";
import type { SearchIndex } from "@daybook/platform/search/search-index";
import { readCheckpoints } from "@daybook/read-models/queries/checkpoints";
import { countAllEntries, entryIdsAfter } from "@daybook/read-models/queries/searched-entries";
import { eachPage, indexBatch, indexEntries, type Indexing, readModels } from "./index-entries.ts";
import { readDocuments, type Sources } from "./read-documents.ts";

/** What looking after the index needs. */
export type Care = Sources &
  Pick<Indexing, "waiter" | "signal"> & {
    readonly index: SearchIndex;
    readonly store: Pick<EventStore, "readAll">;
  };

/** Told how many entries of how many were read. */
type Progress = (done: number, total: number) => void;

const batchSize = 200;

/** From where on the log may tell of something that the read models did not have yet. */
async function placeOfReadModels({ pool }: Sources): Promise<Position | null> {
  const checkpoints = await readCheckpoints(pool);
  return readModels
    .map((name) => checkpoints.get(name) ?? null)
    .reduce((least, at) => (comparePositions(at, least) < 0 ? at : least));
}

/**
 * Makes the index anew beside the live one: from everything that the read models hold, and then from what happened meanwhile.
 * Answers with the number of entries that were read.
 */
export async function rebuildSearch(care: Care, onEntries: Progress = () => {}): Promise<number> {
  const { index, store, pool, signal } = care;
  const total = await countAllEntries(pool);
  let done = 0;
  await index.rebuild(async (writer) => {
    let place = await placeOfReadModels(care);
    await eachPage(
      (after, limit) => entryIdsAfter(pool, after, limit),
      signal,
      async (ids) => {
        await indexEntries({ ...care, writer }, ids, place);
        done += ids.length;
        onEntries(done, total);
      },
    );
    if (place !== null) await writer.saveCheckpoint(place);
    for (;;) {
      const events = await store.readAll({ after: place, limit: batchSize });
      await indexBatch({ ...care, writer }, events);
      place = events.at(-1)?.position ?? place;
      if (events.length < batchSize) return;
    }
  });
  return done;
}

/** What is kept of an entry though nothing should be, is not kept though it should, or is something else. */
export type SearchDifference = { readonly entryId: number; readonly kind: "extra" | "missing" | "changed" };

/** How often, and how long apart in milliseconds, a difference is looked at again: the indexer may be at it. */
const looks = { times: 6, apart: 500 };

async function differencesAmong(care: Care, ids: readonly number[]): Promise<SearchDifference[]> {
  const { index } = care;
  const documents = await readDocuments(care, ids);
  const wanted = new Set(documents.map(({ entryId }) => entryId));
  const differing = new Set(await index.differing(documents));
  const [first = 0, last = 0] = [ids[0], ids.at(-1)];
  const kept = new Set((await index.heldAfter(first - 1, ids.length * 2)).filter((id) => id <= last));
  return ids.flatMap((entryId): SearchDifference[] => {
    if (!wanted.has(entryId)) return kept.has(entryId) ? [{ entryId, kind: "extra" }] : [];
    if (!differing.has(entryId)) return [];
    return [{ entryId, kind: kept.has(entryId) ? "changed" : "missing" }];
  });
}

async function settled(care: Care, suspects: readonly number[]): Promise<SearchDifference[]> {
  let left: SearchDifference[] = [];
  let ids = suspects;
  for (let look = 0; look < looks.times && ids.length > 0; look++) {
    if (look > 0) await sleep(looks.apart, undefined, { signal: care.signal });
    left = [];
    for (const id of ids) left.push(...(await differencesAmong(care, [id])));
    ids = left.map(({ entryId }) => entryId);
  }
  return left;
}

/**
 * Compares everything that is kept with what the read models make of it now, the words of people with their entries among
 * it. The product may run meanwhile: what differs is looked at again before it counts.
 */
export async function verifySearch(
  care: Care,
  onEntries: Progress = () => {},
): Promise<{
  readonly entries: number;
  readonly differences: SearchDifference[];
  readonly isConsistent: boolean;
}> {
  const { index, pool, signal } = care;
  const total = await countAllEntries(pool);
  let entries = 0;
  const suspects = new Set<number>();
  await eachPage(
    (after, limit) => entryIdsAfter(pool, after, limit),
    signal,
    async (ids) => {
      for (const { entryId } of await differencesAmong(care, ids)) suspects.add(entryId);
      entries += ids.length;
      onEntries(entries, total);
    },
  );
  await eachPage(
    (after, limit) => index.heldAfter(after, limit),
    signal,
    async (ids) => {
      for (const { entryId } of await differencesAmong(care, ids)) suspects.add(entryId);
    },
  );
  const differences = await settled(care, [...suspects]);
  return { entries, differences, isConsistent: await index.isConsistent() };
}
