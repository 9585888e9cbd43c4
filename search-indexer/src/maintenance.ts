import { setTimeout as sleep } from "node:timers/promises";
import type { EventStore } from "@daybook/platform/event-store/event-store";
import { comparePositions, type Position } from "@daybook/platform/event-store/position";
import type { SearchIndex } from "@daybook/platform/search/search-index";
import { readCheckpoints } from "@daybook/read-models/queries/checkpoints";
import { countAllEntries, entryIdsAfter } from "@daybook/read-models/queries/searched-entries";
import { collectChanges, eventBatchSize } from "./collect-changes.ts";
import { eachPage, indexAffected, indexEntries, type IndexingDeps, readModels } from "./index-entries.ts";
import { readDocuments, type Sources } from "./read-documents.ts";

/** The dependencies of rebuilding and verifying the index. */
export type MaintenanceDeps = Sources &
  Pick<IndexingDeps, "waiter" | "signal"> & {
    readonly index: SearchIndex;
    readonly store: Pick<EventStore, "readAll" | "head">;
  };

/** Called with the number of entries that are done, and the total. */
type OnProgress = (done: number, total: number) => void;

/** How many entries are compared in one step. */
const entriesPerComparison = 100;

/** The position up to which all read models of the index have applied the log. Some of them may have applied more. */
async function positionOfReadModels({ pool }: Sources): Promise<Position | null> {
  const checkpoints = await readCheckpoints(pool);
  return readModels
    .map((name) => checkpoints.get(name) ?? null)
    .reduce((earliest, position) => (comparePositions(position, earliest) < 0 ? position : earliest));
}

/**
 * The part of the log that the read models have applied. A rebuild reads only this part. While Daybook is stopped, nothing applies
 * the rest to the read models, so a rebuild that waited for it would never end. The indexer handles the rest when it runs again.
 */
const appliedLog = (deps: MaintenanceDeps): MaintenanceDeps["store"] => ({
  head: () => positionOfReadModels(deps),
  async readAll(options) {
    const end = await positionOfReadModels(deps);
    const events = await deps.store.readAll(options);
    return events.filter(({ position }) => comparePositions(position, end) <= 0);
  },
});

/**
 * Builds a new index while the live one stays in use: first from all entries of the read models, then from the events that
 * they applied in the meantime. Returns the number of entries.
 */
export async function rebuildSearch(
  deps: MaintenanceDeps,
  onEntries: OnProgress = () => {},
): Promise<number> {
  const { index, pool, signal } = deps;
  const { writeSize } = index;
  const store = appliedLog(deps);
  const total = await countAllEntries(pool);
  let doneCount = 0;
  await index.rebuild(async (writer) => {
    let position = await positionOfReadModels(deps);
    await eachPage(
      (afterId, limit) => entryIdsAfter(pool, afterId, limit),
      writeSize.events,
      signal,
      async (ids) => {
        await indexEntries({ ...deps, writer }, ids, position);
        doneCount += ids.length;
        onEntries(doneCount, total);
      },
    );
    if (position !== null) await writer.saveCheckpoint(position);
    const handle = collectChanges({
      store,
      writeThreshold: writeSize.events,
      work: (affected, reachedPosition) =>
        indexAffected({ ...deps, store, writer }, affected, reachedPosition),
    });
    for (;;) {
      const events = await store.readAll({ after: position, limit: eventBatchSize });
      await handle(events);
      position = events.at(-1)?.position ?? position;
      if (events.length < eventBatchSize) return;
    }
  });
  return doneCount;
}

/**
 * A difference between the index and the read models. `extra`: the index has a document that it should not have;
 * `missing`: the index lacks a document; `changed`: the document differs.
 */
export type SearchDifference = { readonly entryId: number; readonly kind: "extra" | "missing" | "changed" };

/** A difference is checked again, because the indexer may be about to fix it. */
const recheck = { attempts: 6, pauseMs: 500 };

async function differencesAmong(deps: MaintenanceDeps, ids: readonly number[]): Promise<SearchDifference[]> {
  const { index } = deps;
  const documents = await readDocuments(deps, ids);
  const expectedIds = new Set(documents.map(({ entryId }) => entryId));
  const differingIds = new Set(await index.findDiffering(documents));
  const [firstId = 0, lastId = 0] = [ids[0], ids.at(-1)];
  const indexedIds = new Set(
    (await index.entryIdsAfter(firstId - 1, ids.length * 2)).filter((id) => id <= lastId),
  );
  return ids.flatMap((entryId): SearchDifference[] => {
    if (!expectedIds.has(entryId)) return indexedIds.has(entryId) ? [{ entryId, kind: "extra" }] : [];
    if (!differingIds.has(entryId)) return [];
    return [{ entryId, kind: indexedIds.has(entryId) ? "changed" : "missing" }];
  });
}

/** Checks suspect entries again, and returns the differences that remain. */
async function lastingDifferences(
  deps: MaintenanceDeps,
  suspectIds: readonly number[],
): Promise<SearchDifference[]> {
  let differences: SearchDifference[] = [];
  let ids = suspectIds;
  for (let attempt = 0; attempt < recheck.attempts && ids.length > 0; attempt++) {
    if (attempt > 0) await sleep(recheck.pauseMs, undefined, { signal: deps.signal });
    differences = [];
    for (const id of ids) differences.push(...(await differencesAmong(deps, [id])));
    ids = differences.map(({ entryId }) => entryId);
  }
  return differences;
}

/**
 * Compares the whole index with the read models, and checks the number of entries that the index stores for each word. Daybook
 * may run at the same time: differences are checked again before they count.
 */
export async function verifySearch(
  deps: MaintenanceDeps,
  onEntries: OnProgress = () => {},
): Promise<{
  readonly entries: number;
  readonly differences: SearchDifference[];
  readonly isWordListCorrect: boolean;
}> {
  const { index, pool, signal } = deps;
  const total = await countAllEntries(pool);
  let entries = 0;
  const suspectIds = new Set<number>();
  await eachPage(
    (afterId, limit) => entryIdsAfter(pool, afterId, limit),
    entriesPerComparison,
    signal,
    async (ids) => {
      for (const { entryId } of await differencesAmong(deps, ids)) suspectIds.add(entryId);
      entries += ids.length;
      onEntries(entries, total);
    },
  );
  await eachPage(
    (after, limit) => index.entryIdsAfter(after, limit),
    entriesPerComparison,
    signal,
    async (ids) => {
      for (const { entryId } of await differencesAmong(deps, ids)) suspectIds.add(entryId);
    },
  );
  const differences = await lastingDifferences(deps, [...suspectIds]);
  return { entries, differences, isWordListCorrect: await index.isWordListCorrect() };
}
