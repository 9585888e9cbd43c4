import { useCallback, useEffect, useRef, useState } from "react";
import type { EntryPrefetch } from "../../../shared/entry-prefetch.ts";
import { useServices } from "../../../shared/services.ts";
import { openPad, type OpenPadResult, type PadRequest } from "./open-pad.ts";
import type { PadSession } from "./pad-session.ts";
import { padSessionsOf } from "./pad-sessions.ts";

/** True while the current session is the requested page, under any URL. */
function isRequested({ actor, localId }: PadSession, request: Omit<PadRequest, "prefetched">): boolean {
  const snapshot = actor.getSnapshot();
  const { saved } = snapshot.context;
  if (snapshot.status !== "active") return false;
  if (request.entryId !== null) return saved?.id === request.entryId;
  return (
    request.localId === localId || (request.localId === null && saved === null && snapshot.matches("clean"))
  );
}

/**
 * Opens the requested page and retains it while it is shown. Nothing reopens when a new page gets the URL of its entry.
 *
 * @param prefetch the entry that the route started loading
 * @returns null while it is opening, and a function to retry
 */
export function useOpenPad(
  { journalId, entryId, localId, day }: Omit<PadRequest, "prefetched">,
  prefetch: EntryPrefetch | null,
) {
  const services = useServices();
  const [openedPad, setOpenedPad] = useState<Exclude<OpenPadResult, { type: "aborted" }> | null>(null);
  const [attempt, setAttempt] = useState(0);
  const openSession = useRef<PadSession | null>(null);
  const latest = useRef(prefetch);
  useEffect(() => {
    latest.current = prefetch;
  }, [prefetch]);

  useEffect(() => {
    const request = { journalId, entryId, localId, day };
    const sessions = padSessionsOf(services);
    if (!sessions || (openSession.current && isRequested(openSession.current, request))) return;
    const controller = new AbortController();
    openSession.current = null;
    setOpenedPad(null);
    const padRequest = { ...request, prefetched: latest.current?.() ?? null };
    void openPad(services.api, sessions, padRequest, controller.signal).then((next) => {
      if (next.type === "aborted") return;
      if (next.type === "open") openSession.current = next.session;
      setOpenedPad(next);
    });
    return () => controller.abort();
  }, [services, journalId, entryId, localId, day, attempt]);

  const session = openedPad?.type === "open" ? openedPad.session : null;
  useEffect(() => {
    const sessions = padSessionsOf(services);
    if (!session || !sessions) return;
    const release = sessions.retain(session);
    return () => {
      release();
    };
  }, [services, session]);

  const retry = useCallback(() => {
    openSession.current = null;
    setAttempt((count) => count + 1);
  }, []);
  return { openedPad, again: retry };
}
