import type { WorkerThreads } from "../../worker-threads/worker-threads.ts";
import { Meilisearch, type MultiSearchParams } from "meilisearch";
import {
  IndexOfAnotherLog,
  type SearchDocument,
  type SearchIndex,
  SearchUnavailable,
  type WriteSize,
} from "../search-index.ts";
import { createOutageGate, withTimeout } from "../../outage-gate.ts";
import type { EngineCheckpoints } from "./checkpoints.ts";
import { type MeiliDocument, meiliDocumentsOf, sameDocuments } from "./documents.ts";
import { orUnavailable, codeOf, awaitTask, format } from "./engine.ts";
import { findIn, foundNothing } from "./find.ts";
import { createPlaces, indexNamesFor, type Place } from "./places.ts";
import type { SearchSession } from "./search-session.ts";
import { createWriter } from "./writer.ts";

const requestTimeout = 10_000;
const page = 1_000;
/**
 * The engine takes half as much processor time for an entry among 2,000 as for one among 200. A second write at once lets it
 * begin with the next entries as soon as it is done.
 */
const writeSize: WriteSize = {
  events: 4_000,
  page: 1_000,
  entries: 2_000,
  characters: 4_000_000,
  atOnce: 2,
};
/** A swap that takes longer than this has crashed. */
const swapTimeoutMs = 5 * 60_000;
/** A rebuild that takes longer than this has crashed, or stops at its next step. */
const rebuildTimeoutMs = 24 * 3_600_000;
/** How long searches trust the last check that the index belongs to this log. */
const ownForMs = 30_000;

/** How long a search waits for the engine, and how long searches fail at once after one got no answer; in milliseconds. */
export type MeilisearchBounds = { readonly answerMs: number; readonly outageMs: number };
const usualBounds: MeilisearchBounds = { answerMs: 4_000, outageMs: 5_000 };
const silent = "silent";

/** A Meilisearch server, and what identifies the index of this Daybook there. */
export type MeilisearchParts = {
  readonly url: string;
  readonly key: string;
  readonly checkpoints: EngineCheckpoints;
  /** The id of the log; empty while it has no events. */
  readonly logId: () => Promise<string>;
  /** Begins the names of its indexes. */
  readonly prefix?: string;
  /** For long texts; without them everything is done at once. */
  readonly threads?: Pick<WorkerThreads, "run"> | undefined;
};

/** Full text search in Meilisearch. It gets words in the same form as PostgreSQL, so that both find the same. */
export function createMeilisearch(
  parts: MeilisearchParts,
  { answerMs, outageMs }: MeilisearchBounds = usualBounds,
): SearchIndex {
  const noAnswer = (): Error => new SearchUnavailable(silent);
  const outageGate = createOutageGate({
    outageMs,
    isNoAnswer: (error) => error instanceof SearchUnavailable && error.reason === silent,
    refusal: noAnswer,
  });
  const { url, key, checkpoints, logId, threads, prefix = "daybook" } = parts;
  const names = indexNamesFor(prefix);
  const client = new Meilisearch({ host: url, apiKey: key, timeout: requestTimeout });
  const liveIndex = client.index<MeiliDocument>(names.live);
  const spareIndex = client.index<MeiliDocument>(names.spare);
  const places = createPlaces(client, names);
  const session: SearchSession = {
    index: liveIndex,
    search: async (queries) => {
      if (queries.length === 0) return [];
      const { results } = await client.multiSearch<MultiSearchParams, MeiliDocument>({
        queries: queries.map((query) => ({ ...query, indexUid: names.live })),
      });
      return results;
    },
  };
  let ownUntil = 0;

  /** An index of another log must not answer: the ids in it mean other people and entries. */
  async function requireOwn(place: Place | null): Promise<void> {
    if (place && place.log !== "" && place.log !== undefined && place.log !== (await logId())) {
      throw new IndexOfAnotherLog("another log");
    }
  }

  async function requireOwnRecently(): Promise<void> {
    if (Date.now() < ownUntil) return;
    await requireOwn(await places.read(names.live));
    ownUntil = Date.now() + ownForMs;
  }

  /**
   * Reads the index. Without an index, as before the first start of the indexer, the answer is that of an empty one: only the
   * indexer makes it, since that can take longer than a search may wait.
   */
  async function orEmpty<T>(work: () => Promise<T>, empty: T): Promise<T> {
    try {
      await requireOwnRecently();
      return await work();
    } catch (error) {
      if (codeOf(error) === "index_not_found") return empty;
      throw error;
    }
  }

  /** The state of the live index, which belongs to this log from now on. */
  async function ownPlace(): Promise<Place> {
    await places.prepare();
    const place = await places.read(names.live);
    await requireOwn(place);
    if (place?.swapping && Date.now() - place.since < swapTimeoutMs) throw new SearchUnavailable("swapping");
    // An index that a crash left half swapped, or that an earlier version made, has to be filled again.
    const isKnown = place !== null && !place.swapping && place.format === format;
    const log = await logId();
    if (isKnown && place.log === log) return place;
    const placeOfThisLog = isKnown
      ? { ...place, log }
      : { ...places.fresh(names.live, log), format: place ? (place.format ?? 0) : format };
    await places.write(placeOfThisLog);
    return placeOfThisLog;
  }

  async function entryIdsAfter(entryId: number, limit: number): Promise<number[]> {
    const ids: number[] = [];
    for (let offset = 0; ids.length < limit; offset += page) {
      const { results } = await liveIndex.getDocuments({
        filter: `entryId > ${entryId} AND part = 0`,
        fields: ["entryId"],
        sort: ["entryId:asc"],
        limit: page,
        offset,
      });
      ids.push(...results.map((document) => document.entryId));
      if (results.length < page) break;
    }
    return ids.slice(0, limit);
  }

  async function differing(documents: readonly SearchDocument[]): Promise<number[]> {
    const ids = documents.map(({ entryId }) => entryId);
    const { results } = await liveIndex.getDocuments({
      filter: `entryId IN [${ids.join(", ")}]`,
      limit: 10_000,
    });
    return ids.filter((id, index) => {
      const document = documents[index];
      const partsOfEntry = results.filter(({ entryId }) => entryId === id);
      return !document || !sameDocuments(partsOfEntry, meiliDocumentsOf(document, null));
    });
  }

  /** Makes an empty spare index. */
  async function startSpare(): Promise<Place> {
    await places.prepare();
    await places.dropSpare();
    await places.make(spareIndex);
    const place = places.fresh(names.spare, await logId());
    await places.write(place);
    return place;
  }

  /** Makes the spare index the live one. From the first step on nothing writes to the old one. */
  async function swap(filledPlace: Place): Promise<void> {
    const place = { ...filledPlace, id: names.live, log: await logId(), since: Date.now() };
    await places.write({ ...place, swapping: true });
    await awaitTask(client.swapIndexes([{ indexes: [names.live, names.spare], rename: false }]));
    await places.write(place);
    await places.dropSpare();
    await checkpoints.keepOnly([place.generation]);
    ownUntil = 0;
  }

  return {
    writeSize,
    find: (request) =>
      outageGate.run(() =>
        withTimeout(
          answerMs,
          orUnavailable(() => orEmpty(() => findIn(session, request), foundNothing(request))),
          noAnswer,
        ),
      ),
    openWriter: () =>
      orUnavailable(async () => createWriter(liveIndex, await ownPlace(), { places, checkpoints, threads })),
    // The engine frees pages of its file and writes over them later. Nothing makes it do so now.
    rewrite: () => Promise.resolve(false),
    removeUser: (userId) =>
      orUnavailable(async () => {
        await places.prepare();
        await awaitTask(liveIndex.deleteDocuments({ filter: `userId = ${userId}` }));
        if (await places.exists(names.spare))
          await awaitTask(spareIndex.deleteDocuments({ filter: `userId = ${userId}` }));
      }),
    async rebuild(fill) {
      const place = await orUnavailable(startSpare);
      try {
        // Its errors are not the engine's, so they stay as they are.
        await fill(createWriter(spareIndex, place, { places, checkpoints, threads }));
      } catch (error) {
        await places.dropSpare().catch(() => {});
        throw error;
      }
      await orUnavailable(() => swap(place));
    },
    emptySpareIndex: () =>
      orUnavailable(async () => {
        const place = await places.read(names.spare);
        if (!place || Date.now() - (place.since ?? 0) < rebuildTimeoutMs) return;
        await places.dropSpare();
      }),
    status: () =>
      orUnavailable(async () => {
        await places.prepare();
        const place = await places.read(names.live);
        await requireOwn(place);
        const { totalHits } = await liveIndex.search("", {
          filter: "part = 0",
          page: 1,
          hitsPerPage: 0,
        });
        return {
          documents: totalHits,
          checkpoint: place ? await checkpoints.read(place.generation ?? "") : null,
        };
      }),
    entryIdsAfter: (entryId, limit) => orUnavailable(() => orEmpty(() => entryIdsAfter(entryId, limit), [])),
    differing: (documents) =>
      orUnavailable(async () => {
        const ids = documents.map(({ entryId }) => entryId);
        return ids.length === 0 ? [] : orEmpty(() => differing(documents), ids);
      }),
    // There are no word counts that could differ.
    isConsistent: () => Promise.resolve(true),
    check: () =>
      orUnavailable(async () => {
        await client.health();
        await requireOwnRecently();
      }),
  };
}
