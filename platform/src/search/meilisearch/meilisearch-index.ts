import type { WorkerThreads } from "../../worker-threads/worker-threads.ts";
import { Meilisearch, type MultiSearchParams } from "meilisearch";
import {
  IndexOfAnotherLog,
  IndexSwapped,
  type SearchDocument,
  type SearchIndex,
  SearchUnavailable,
  type WriteSize,
} from "../search-index.ts";
import { createOutageGate, withTimeout } from "../../outage-gate.ts";
import type { EngineCheckpoints } from "./checkpoints.ts";
import { type MeiliDocument, meiliDocumentsOf, areSameDocuments } from "./documents.ts";
import { orUnavailable, codeOf, awaitTask, indexFormat } from "./engine.ts";
import { findIn, emptyResult } from "./find.ts";
import { createIndexStates, indexNamesFor, type IndexState } from "./index-states.ts";
import type { SearchSession } from "./search-session.ts";
import { createWriter } from "./writer.ts";

const requestTimeoutMs = 10_000;
const pageSize = 1_000;
/**
 * For each entry, the engine takes half as much processor time in a write of 2,000 entries as in one of 200. While it handles
 * one write, it already receives the next.
 */
const writeSize: WriteSize = {
  events: 4_000,
  page: 1_000,
  entries: 2_000,
  characters: 4_000_000,
  maxConcurrent: 2,
};
/** A swap that takes longer than this has crashed. */
const swapTimeoutMs = 5 * 60_000;
/**
 * A rebuild that takes longer than this counts as crashed, and `emptySpareIndex` deletes the spare index. If that rebuild still runs, its
 * next write fails.
 */
const rebuildTimeoutMs = 24 * 3_600_000;
/** How long searches rely on the last check that the index belongs to this log. */
const logCheckLifetimeMs = 30_000;

/** The timeouts of searches, in milliseconds. */
export type MeilisearchTimeouts = {
  /** How long a search waits for the engine. */
  readonly answerMs: number;
  /** How long further searches fail without asking the engine, after it gave no answer. */
  readonly outageMs: number;
};
const defaultTimeouts: MeilisearchTimeouts = { answerMs: 4_000, outageMs: 5_000 };
const noAnswerReason = "silent";

/** A Meilisearch server, and what identifies the index of this Daybook there. */
export type MeilisearchOptions = {
  readonly url: string;
  readonly key: string;
  readonly checkpoints: EngineCheckpoints;
  /** The id of the log; empty while it has no events. */
  readonly logId: () => Promise<string>;
  /** The names of the indexes begin with this prefix. */
  readonly prefix?: string;
  /** The threads that process long texts. Without them, the calling thread does. */
  readonly threads?: Pick<WorkerThreads, "run"> | undefined;
};

/** Full text search in Meilisearch. It finds the same as PostgreSQL, except for words in different parts of a very long text. */
export function createMeilisearch(
  options: MeilisearchOptions,
  { answerMs, outageMs }: MeilisearchTimeouts = defaultTimeouts,
): SearchIndex {
  const noAnswer = (): Error => new SearchUnavailable(noAnswerReason);
  const outageGate = createOutageGate({
    outageMs,
    isNoAnswer: (error) => error instanceof SearchUnavailable && error.reason === noAnswerReason,
    refusal: noAnswer,
  });
  const { url, key, checkpoints, logId, threads, prefix = "daybook" } = options;
  const names = indexNamesFor(prefix);
  const client = new Meilisearch({ host: url, apiKey: key, timeout: requestTimeoutMs });
  const liveIndex = client.index<MeiliDocument>(names.live);
  const spareIndex = client.index<MeiliDocument>(names.spare);
  const indexStates = createIndexStates(client, names);
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
  let logCheckedUntil = 0;

  /** An index of another log must not answer: the ids in it mean other people and entries. */
  async function requireSameLog(state: IndexState | null): Promise<void> {
    if (state && state.log !== "" && state.log !== undefined && state.log !== (await logId())) {
      throw new IndexOfAnotherLog("another log");
    }
  }

  /** Checks the log at most once within {@link logCheckLifetimeMs}. */
  async function requireSameLogCached(): Promise<void> {
    if (Date.now() < logCheckedUntil) return;
    await requireSameLog(await indexStates.read(names.live));
    logCheckedUntil = Date.now() + logCheckLifetimeMs;
  }

  /**
   * Reads the index. Without an index, as before the first start of the indexer, the answer is that of an empty one. A search
   * does not create it, because that can take too long.
   */
  async function orEmpty<T>(work: () => Promise<T>, empty: T): Promise<T> {
    try {
      await requireSameLogCached();
      return await work();
    } catch (error) {
      if (codeOf(error) === "index_not_found") return empty;
      throw error;
    }
  }

  /** Prepares the live index for writing and returns its state. The index belongs to this log from then on. */
  async function prepareLiveIndex(): Promise<IndexState> {
    await indexStates.prepare();
    const state = await indexStates.read(names.live);
    await requireSameLog(state);
    if (state?.swapping && Date.now() - state.since < swapTimeoutMs) throw new SearchUnavailable("swapping");
    // A crash during a swap leaves an index of unknown content. An earlier version of Daybook may have made an index of an old format.
    // Such an index gets a state with a new generation. A new generation has no checkpoint, so the indexer rebuilds the index.
    // Until then, the state keeps the format of the index. An index without a state counts as one of the current format.
    const isUsable = state !== null && !state.swapping && state.format === indexFormat;
    const log = await logId();
    if (isUsable && state.log === log) return state;
    const newState = isUsable
      ? { ...state, log }
      : { ...indexStates.newState(names.live, log), format: state ? (state.format ?? 0) : indexFormat };
    await indexStates.write(newState);
    return newState;
  }

  async function entryIdsAfter(entryId: number, limit: number): Promise<number[]> {
    const ids: number[] = [];
    for (let offset = 0; ids.length < limit; offset += pageSize) {
      const { results } = await liveIndex.getDocuments({
        filter: `entryId > ${entryId} AND part = 0`,
        fields: ["entryId"],
        sort: ["entryId:asc"],
        limit: pageSize,
        offset,
      });
      ids.push(...results.map((document) => document.entryId));
      if (results.length < pageSize) break;
    }
    return ids.slice(0, limit);
  }

  async function findDiffering(documents: readonly SearchDocument[]): Promise<number[]> {
    const ids = documents.map(({ entryId }) => entryId);
    const { results } = await liveIndex.getDocuments({
      filter: `entryId IN [${ids.join(", ")}]`,
      limit: 10_000,
    });
    return ids.filter((id, index) => {
      const document = documents[index];
      const partsOfEntry = results.filter(({ entryId }) => entryId === id);
      return !document || !areSameDocuments(partsOfEntry, meiliDocumentsOf(document, null));
    });
  }

  /** Makes an empty spare index. */
  async function createSpare(): Promise<IndexState> {
    await indexStates.prepare();
    await indexStates.dropSpare();
    await indexStates.make(spareIndex);
    const state = indexStates.newState(names.spare, await logId());
    await indexStates.write(state);
    return state;
  }

  /** True while the spare index is the one with this state: false after it was replaced by a later rebuild, or deleted. */
  const isSpare = async ({ generation }: IndexState): Promise<boolean> =>
    (await indexStates.read(names.spare))?.generation === generation;

  /**
   * Makes the spare index the live one. The first step stores the state of the new live index. From then on, every call of a writer of the
   * old index rejects.
   */
  async function swap(filledState: IndexState): Promise<void> {
    if (!(await isSpare(filledState))) throw new IndexSwapped();
    const state = { ...filledState, id: names.live, log: await logId(), since: Date.now() };
    await indexStates.write({ ...state, swapping: true });
    await awaitTask(client.swapIndexes([{ indexes: [names.live, names.spare], rename: false }]));
    await indexStates.write(state);
    await indexStates.dropSpare();
    await checkpoints.keepOnly([state.generation]);
    logCheckedUntil = 0;
  }

  return {
    writeSize,
    find: (request) =>
      outageGate.run(() =>
        withTimeout(
          answerMs,
          orUnavailable(() => orEmpty(() => findIn(session, request), emptyResult(request))),
          noAnswer,
        ),
      ),
    openWriter: () =>
      orUnavailable(async () =>
        createWriter(liveIndex, await prepareLiveIndex(), { indexStates, checkpoints, threads }),
      ),
    // The engine overwrites freed pages of its file some time later. No call makes it do so immediately.
    rewrite: () => Promise.resolve(false),
    removeUser: (userId) =>
      orUnavailable(async () => {
        await indexStates.prepare();
        await requireSameLog(await indexStates.read(names.live));
        await awaitTask(liveIndex.deleteDocuments({ filter: `userId = ${userId}` }));
        if (await indexStates.exists(names.spare))
          await awaitTask(spareIndex.deleteDocuments({ filter: `userId = ${userId}` }));
      }),
    async rebuild(fill) {
      const state = await orUnavailable(createSpare);
      try {
        // Errors of `fill` are not the engine's, so they are thrown unchanged.
        await fill(createWriter(spareIndex, state, { indexStates, checkpoints, threads }));
      } catch (error) {
        if (await isSpare(state).catch(() => false)) await indexStates.dropSpare().catch(() => {});
        throw error;
      }
      await orUnavailable(() => swap(state));
    },
    emptySpareIndex: () =>
      orUnavailable(async () => {
        const state = await indexStates.read(names.spare);
        if (!state || Date.now() - (state.since ?? 0) < rebuildTimeoutMs) return;
        await indexStates.dropSpare();
      }),
    status: () =>
      orUnavailable(async () => {
        await indexStates.prepare();
        const state = await indexStates.read(names.live);
        await requireSameLog(state);
        const { totalHits } = await liveIndex.search("", {
          filter: "part = 0",
          page: 1,
          hitsPerPage: 0,
        });
        return {
          documents: totalHits,
          checkpoint: state ? await checkpoints.read(state.generation ?? "") : null,
        };
      }),
    entryIdsAfter: (entryId, limit) => orUnavailable(() => orEmpty(() => entryIdsAfter(entryId, limit), [])),
    findDiffering: (documents) =>
      orUnavailable(async () => {
        const ids = documents.map(({ entryId }) => entryId);
        return ids.length === 0 ? [] : orEmpty(() => findDiffering(documents), ids);
      }),
    // Daybook stores no numbers of entries per word in this engine, so none can be wrong.
    isWordListCorrect: () => Promise.resolve(true),
    check: () =>
      orUnavailable(async () => {
        await client.health();
        await requireSameLogCached();
      }),
  };
}
