import { useEffect, useState } from "react";
import { connection } from "../../shared/connection.ts";
import { useServices } from "../../shared/services.ts";
import {
  EntryDetailsStore,
  type EntryDetails,
  entryDetailsOf,
  noEntryDetails,
} from "./entry-details.store.ts";
import { fetchEntry } from "./session/open-pad.ts";
import type { PadSession } from "./session/pad-session.ts";

/**
 * The details of the entry on the page.
 *
 * @param openedDetails the details that were loaded when the page opened; null when they were not, so they are loaded now
 */
export function useEntryDetails(
  { actor, journalId }: PadSession,
  openedDetails: EntryDetails | null,
): EntryDetailsStore {
  const { api } = useServices();
  // A new entry has only the details that this page adds.
  const [initialDetails] = useState(() =>
    actor.getSnapshot().context.saved === null ? noEntryDetails : openedDetails,
  );
  const [details] = useState(() => {
    const store = new EntryDetailsStore(api, journalId, () => actor.getSnapshot().context.saved?.id ?? null);
    if (initialDetails) store.put(initialDetails);
    return store;
  });
  useEffect(() => {
    const entryId = actor.getSnapshot().context.saved?.id;
    if (initialDetails || entryId === undefined) return;
    const controller = new AbortController();
    const { signal } = controller;
    const load = async (mayRetry: boolean): Promise<void> => {
      const result = await fetchEntry(api, journalId, entryId, signal);
      if (signal.aborted) return;
      if (result.ok) details.put(entryDetailsOf(result.entry));
      if (result.ok || !mayRetry) return;
      await connection.waitUntilReachable();
      if (!signal.aborted) await load(false);
    };
    void load(true);
    return () => controller.abort();
  }, [api, actor, journalId, details, initialDetails]);
  return details;
}
