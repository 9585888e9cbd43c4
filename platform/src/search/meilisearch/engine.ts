import {
  MeilisearchApiError,
  MeilisearchError,
  MeilisearchTaskTimeOutError,
  type Settings,
} from "meilisearch";
import { IndexSwapped, SearchUnavailable } from "../search-index.ts";

/**
 * How often to ask for the state of a task, and for how long. A large task takes many seconds, and may wait long behind others.
 * After giving up, Daybook would only send the same task again.
 */
const taskWaits: readonly TaskWait[] = [
  { timeout: 1_000, interval: 20 },
  { timeout: 4_000, interval: 50 },
  { timeout: 120_000, interval: 250 },
];
/** The engine neither ranks nor counts beyond this. */
const maxHits = 1_000_000;
/** The engine returns at most this many of a person's words in one answer: the most frequent. */
const maxReturnedWords = 3_000;

const facetFeatures = { facetSearch: true, filter: { equality: true, comparison: false } };
const filterFeatures = { facetSearch: false, filter: { equality: true, comparison: true } };

/**
 * The settings of an index. Titles, tags and bodies are searched without typo tolerance. The facet `words` is searched with typo
 * tolerance, to find the words of a person that are similar to a typed word. A request has a sort order only when it sorts by date.
 * Then the sort order comes before relevance.
 */
export const indexSettings: Settings = {
  searchableAttributes: ["title", "tags", "body"],
  filterableAttributes: [
    { attributePatterns: ["words", "titleWords"], features: facetFeatures },
    {
      attributePatterns: ["id", "entryId", "part", "userId", "journalId", "tagIds", "titleOnly", "language"],
      features: filterFeatures,
    },
  ],
  sortableAttributes: ["created", "entryId"],
  displayedAttributes: ["*"],
  distinctAttribute: "entryId",
  rankingRules: ["sort", "words", "typo", "proximity", "attribute", "exactness", "created:desc"],
  typoTolerance: {
    enabled: true,
    minWordSizeForTypos: { oneTypo: 5, twoTypos: 7 },
    disableOnAttributes: ["title", "tags", "body"],
    disableOnNumbers: true,
  },
  faceting: { maxValuesPerFacet: maxReturnedWords, sortFacetValuesBy: { "*": "alpha", words: "count" } },
  pagination: { maxTotalHits: maxHits },
};

/** Increase this number when the settings or the content of documents change. An index of another format is rebuilt. */
export const indexFormat = 3;

/** The code of an error of the engine; `null` for other errors. */
export const codeOf = (error: unknown): string | null =>
  error instanceof MeilisearchApiError ? (error.cause?.code ?? `status_${error.response.status}`) : null;

/** The reason without the engine's message, which may quote what was sent. */
function toUnavailable(error: unknown): SearchUnavailable {
  return new SearchUnavailable(
    codeOf(error) ?? (error instanceof MeilisearchError ? error.name : "no_answer"),
  );
}

/**
 * Runs a request to the engine. Every error becomes a {@link SearchUnavailable}, except {@link IndexSwapped}. Errors contain no part of
 * the request.
 */
export async function orUnavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof SearchUnavailable || error instanceof IndexSwapped) throw error;
    throw toUnavailable(error);
  }
}

type TaskState = { readonly status: string; readonly error: { readonly code: string } | null };
type TaskWait = { readonly timeout?: number; readonly interval?: number };
type Task = { waitTask(options: TaskWait): Promise<TaskState> };

async function waitForEnd(task: Task, [wait, ...moreWaits] = taskWaits): Promise<TaskState> {
  try {
    return await task.waitTask(wait ?? {});
  } catch (error) {
    if (moreWaits.length > 0 && error instanceof MeilisearchTaskTimeOutError)
      return waitForEnd(task, moreWaits);
    throw error;
  }
}

/** Waits until a task is done. An enqueued task can still fail, and then it had no effect. */
export async function awaitTask(task: Task): Promise<void> {
  const { status, error } = await waitForEnd(task);
  if (status === "succeeded") return;
  throw new SearchUnavailable(error?.code ?? status);
}
