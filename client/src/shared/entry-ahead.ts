import { paging } from "@daybook/domain/contract/bounds";
import type { Api } from "./api-client.ts";
import type { Clock } from "./clock.ts";

/** A page that was put together later than this asks for itself: much may have been saved since. Milliseconds. */
const fresh = 5_000;

/** Asks for an entry with its nearest neighbours. */
export const askEntry = (api: Api, journalId: number, entryId: number, signal?: AbortSignal) =>
  api.call(
    "getEntry",
    {
      params: { journalId: String(journalId), entryId: String(entryId) },
      query: { previous: String(paging.neighbours), next: String(paging.neighbours) },
    },
    signal ? { signal } : {},
  );

/** An entry on its way, to be taken once; null when it was taken, or is too old by now. */
export type EntryAhead = () => ReturnType<typeof askEntry> | null;

/** What the way to a pad found out: the entry that is on its way, null on the way to a new one. */
export type PadLoad = { readonly ahead: EntryAhead | null };

/** Asks for an entry when its address is gone to, so that it is on its way while its page is put together. */
export function askAhead(
  { api, clock }: { api: Api; clock: Pick<Clock, "now"> },
  journalId: number,
  entryId: number,
  signal: AbortSignal,
): EntryAhead {
  const askedAt = clock.now();
  let reply: ReturnType<EntryAhead> = askEntry(api, journalId, entryId, signal);
  return () => {
    const taken = clock.now() - askedAt < fresh ? reply : null;
    reply = null;
    return taken;
  };
}
