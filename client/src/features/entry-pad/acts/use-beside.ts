import { useEffect, useState } from "react";
import { useServices } from "../../../shared/services.ts";
import { fetchEntry } from "../open-pad.ts";
import type { PadSession } from "../pad-session.ts";
import { BesideStore, type Extras, extrasOf, noExtras } from "./beside.store.ts";

/**
 * What hangs on the entry of an open page.
 *
 * @param known as it was when the page was opened; null when that is not known, and then it is asked for
 */
export function useBeside({ actor, journalId }: PadSession, known: Extras | null): BesideStore {
  const { api } = useServices();
  // An entry that is created later has nothing that the page did not hang on it itself.
  const [first] = useState(() => (actor.getSnapshot().context.saved === null ? noExtras : known));
  const [beside] = useState(() => {
    const store = new BesideStore(api, journalId, () => actor.getSnapshot().context.saved?.id ?? null);
    if (first) store.put(first);
    return store;
  });
  useEffect(() => {
    const entryId = actor.getSnapshot().context.saved?.id;
    if (first || entryId === undefined) return;
    const controller = new AbortController();
    void fetchEntry(api, journalId, entryId, controller.signal).then((result) => {
      if (result.ok && !controller.signal.aborted) beside.put(extrasOf(result.entry));
    });
    return () => controller.abort();
  }, [api, actor, journalId, beside, first]);
  return beside;
}
