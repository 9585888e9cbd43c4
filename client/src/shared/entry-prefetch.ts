import { paging } from "@daybook/domain/contract/bounds";
import type { Api, ApiFailure, ApiResult } from "./api-client.ts";
import type { Clock } from "./clock.ts";

/** How long a prefetched entry may be used, in milliseconds. After that it may be outdated. */
const prefetchLifetimeMs = 5_000;

/**
 * Loads an entry with its nearest neighbours. Without a response it does not retry, so that the page soon shows a draft or the failure.
 * When the server is busy (429 or 5xx), it makes the call again, with the usual retries.
 */
export async function fetchWithNeighbours(
  api: Api,
  journalId: number,
  entryId: number,
  signal?: AbortSignal,
): Promise<ApiResult<"getEntry">> {
  const input = {
    params: { journalId: String(journalId), entryId: String(entryId) },
    query: { previous: String(paging.neighbours), next: String(paging.neighbours) },
  };
  const options = signal ? { signal } : {};
  const result = await api.call("getEntry", input, { ...options, retries: 0 });
  const isBusy = !result.ok && (result.status === 429 || result.status >= 500);
  return isBusy ? api.call("getEntry", input, options) : result;
}

/** Returns the prefetched entry once; afterwards, or when it is too old, null. */
export type EntryPrefetch = () => ReturnType<typeof fetchWithNeighbours> | null;

/** The loader data of the pad. */
export type PadLoaderData = {
  /** null for a new entry */
  readonly prefetch: EntryPrefetch | null;
  /** why a new entry cannot open */
  readonly failure: ApiFailure | null;
};

/** Starts loading an entry during navigation, in parallel with the code of the page. */
export function prefetchEntry(
  { api, clock }: { api: Api; clock: Pick<Clock, "now"> },
  journalId: number,
  entryId: number,
  signal: AbortSignal,
): EntryPrefetch {
  const requestedAt = clock.now();
  let reply: ReturnType<EntryPrefetch> = fetchWithNeighbours(api, journalId, entryId, signal);
  return () => {
    const recentReply = clock.now() - requestedAt < prefetchLifetimeMs ? reply : null;
    reply = null;
    return recentReply;
  };
}
