import { useEffect, useRef, useState } from "react";
import { useServices } from "../../../shared/services.ts";
import { fetchEntry, type Neighbours } from "../session/open-pad.ts";

const noNeighbours: Neighbours = { older: null, newer: null };

/**
 * The next older and newer entry. Loaded when they are not known, when the entry is created, and when its date changes.
 *
 * @param initialNeighbours the neighbours that came with the page; null when they must be loaded
 */
export function useNeighbours(
  journalId: number,
  entryId: number | null,
  createdAt: string | null,
  initialNeighbours: Neighbours | null,
): Neighbours {
  const { api } = useServices();
  const [neighbours, setNeighbours] = useState(initialNeighbours ?? noNeighbours);
  const loadedCreatedAt = useRef(initialNeighbours === null ? null : createdAt);
  useEffect(() => {
    if (entryId === null || createdAt === loadedCreatedAt.current) return;
    const controller = new AbortController();
    void fetchEntry(api, journalId, entryId, controller.signal).then((result) => {
      if (!result.ok || controller.signal.aborted) return;
      loadedCreatedAt.current = createdAt;
      setNeighbours(result.neighbours);
    });
    return () => controller.abort();
  }, [api, journalId, entryId, createdAt]);
  return neighbours;
}
