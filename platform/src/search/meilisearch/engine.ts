import { MeilisearchApiError, MeilisearchError, type Settings } from "meilisearch";
import { IndexSwapped, SearchUnavailable } from "../search-index.ts";

/** A task may wait long behind others; giving up would only repeat it. */
const taskWait = { timeout: 120_000, interval: 20 };
/** The engine neither ranks nor counts beyond this. */
const maxHits = 1_000_000;

/** The settings of a search. A sort order comes before relevance; it is set only for sorting by date. */
export const settings: Settings = {
  searchableAttributes: ["title", "tags", "body"],
  filterableAttributes: ["id", "entryId", "part", "userId", "journalId", "tagIds", "titleOnly"],
  sortableAttributes: ["created", "entryId"],
  displayedAttributes: ["*"],
  distinctAttribute: "entryId",
  rankingRules: ["sort", "words", "typo", "proximity", "attribute", "exactness", "created:desc"],
  typoTolerance: { enabled: true, minWordSizeForTypos: { oneTypo: 5, twoTypos: 9 }, disableOnNumbers: true },
  pagination: { maxTotalHits: maxHits },
};

/** The reason without the engine's message, which may quote what was sent. */
function unavailable(error: unknown): SearchUnavailable {
  if (error instanceof MeilisearchApiError) {
    return new SearchUnavailable(error.cause?.code ?? `status_${error.response.status}`);
  }
  return new SearchUnavailable(error instanceof MeilisearchError ? error.name : "no_answer");
}

/** Runs a request to the engine. Errors contain nothing of the request. */
export async function asked<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof SearchUnavailable || error instanceof IndexSwapped) throw error;
    throw unavailable(error);
  }
}

type Task = {
  waitTask(options: typeof taskWait): Promise<{ status: string; error: { code: string } | null }>;
};

/** Waits until a task is done. An enqueued task can still fail, and then it had no effect. */
export async function done(task: Task, allowed: readonly string[] = []): Promise<void> {
  const { status, error } = await task.waitTask(taskWait);
  if (status === "succeeded" || (error && allowed.includes(error.code))) return;
  throw new SearchUnavailable(error?.code ?? status);
}
