import { paging } from "@daybook/domain/contract/bounds";
import type { Api } from "./api-client.ts";
import type { Clock } from "./clock.ts";

/** How long a prefetched entry may be used, in milliseconds. After that it may be outdated. */
const prefetchLifetimeMs = 5_000;

/** Loads an entry with its nearest neighbours. */
export const fetchWithNeighbours = (api: Api, journalId: number, entryId: number, signal?: AbortSignal) =>
  api.call(
    "getEntry",
    {
      params: { journalId: String(journalId), entryId: String(entryId) },
      query: { previous: String(paging.neighbours), next: String(paging.neighbours) },
    },
    signal ? { signal } : {},
  );

/** A prefetched entry that can be taken once; null when it was taken already, or is too old. */
export type EntryPrefetch = () => ReturnType<typeof fetchWithNeighbours> | null;

/** The loader data of the pad: the prefetched entry, or null for a new one. */
export type PadLoad = { readonly prefetch: EntryPrefetch | null };

/** Starts loading an entry during navigation, in parallel with the code of the page. */
export function prefetchEntry(
  { api, clock }: { api: Api; clock: Pick<Clock, "now"> },
  journalId: number,
  entryId: number,
  signal: AbortSignal,
): EntryPrefetch {
  const askedAt = clock.now();
  let reply: ReturnType<EntryPrefetch> = fetchWithNeighbours(api, journalId, entryId, signal);
  return () => {
    const taken = clock.now() - askedAt < prefetchLifetimeMs ? reply : null;
    reply = null;
    return taken;
  };
}
