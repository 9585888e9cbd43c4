import { MeilisearchApiError, MeilisearchError, type Settings } from "meilisearch";
import { IndexSwapped, SearchUnavailable } from "./search-index.ts";

/** A task may wait behind others for long; giving up on it would only do it again. */
const patience = { timeout: 120_000, interval: 20 };
/** Beyond this, the engine neither ranks nor counts. */
const mostHits = 1_000_000;

/** How entries are searched. What is sorted by comes before all else: it is asked for only where the date decides. */
export const settings: Settings = {
  searchableAttributes: ["title", "tags", "body"],
  filterableAttributes: ["id", "entryId", "part", "userId", "journalId", "tagIds", "titleOnly"],
  sortableAttributes: ["created", "entryId"],
  displayedAttributes: ["*"],
  distinctAttribute: "entryId",
  rankingRules: ["sort", "words", "typo", "proximity", "attribute", "exactness", "created:desc"],
  typoTolerance: { enabled: true, minWordSizeForTypos: { oneTypo: 5, twoTypos: 9 }, disableOnNumbers: true },
  pagination: { maxTotalHits: mostHits },
};

/** Reasons only: the engine's messages may quote what was sent. */
function unavailable(error: unknown): SearchUnavailable {
  if (error instanceof MeilisearchApiError) {
    return new SearchUnavailable(error.cause?.code ?? `status_${error.response.status}`);
  }
  return new SearchUnavailable(error instanceof MeilisearchError ? error.name : "no_answer");
}

/** Runs what asks the engine; whatever goes wrong there is told without a word of what was asked. */
export async function asked<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof SearchUnavailable || error instanceof IndexSwapped) throw error;
    throw unavailable(error);
  }
}

type Task = {
  waitTask(options: typeof patience): Promise<{ status: string; error: { code: string } | null }>;
};

/** Enqueued is not done: what failed later was not done at all. */
export async function done(task: Task, allowed: readonly string[] = []): Promise<void> {
  const { status, error } = await task.waitTask(patience);
  if (status === "succeeded" || (error && allowed.includes(error.code))) return;
  throw new SearchUnavailable(error?.code ?? status);
}
