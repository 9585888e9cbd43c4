import { useEffect, useRef, useState } from "react";
import { useServices } from "../../shared/services.ts";
import { fetchEntry, type Neighbours } from "./open-pad.ts";

const none: Neighbours = { older: null, newer: null };

/**
 * The entries before and after, found anew when the entry comes to be or moves to another day.
 *
 * @param first as they were when the page was opened; null when they are not known
 */
export function useNearby(
  journalId: number,
  entryId: number | null,
  createdAt: string | null,
  first: Neighbours | null,
): Neighbours {
  const { api } = useServices();
  const [nearby, setNearby] = useState(first ?? none);
  const known = useRef(first === null ? null : createdAt);
  useEffect(() => {
    if (entryId === null || createdAt === known.current) return;
    const controller = new AbortController();
    void fetchEntry(api, journalId, entryId, controller.signal).then((result) => {
      if (!result.ok || controller.signal.aborted) return;
      known.current = createdAt;
      setNearby(result.neighbours);
    });
    return () => controller.abort();
  }, [api, journalId, entryId, createdAt]);
  return nearby;
}
