import { useCallback, useEffect, useRef, useState } from "react";
import type { EntryPrefetch } from "../../../shared/entry-prefetch.ts";
import { useServices } from "../../../shared/services.ts";
import { openPad, type OpenPadResult, type PadRequest } from "./open-pad.ts";
import type { PadSession } from "./pad-session.ts";
import { padSessionsOf } from "./pad-sessions.ts";

/** The session of an opened pad, and the day of the request that opened the pad. */
type OpenedSession = { readonly session: PadSession; readonly day: string | null };

/** True when the opened session is already that of the requested pad. Then the pad need not open again. */
function isRequested({ session, day }: OpenedSession, request: Omit<PadRequest, "prefetched">): boolean {
  const { actor, localId, journalId } = session;
  const snapshot = actor.getSnapshot();
  const { saved } = snapshot.context;
  if (snapshot.status !== "active") return false;
  if (request.entryId !== null) return saved?.id === request.entryId;
  if (request.localId !== null) return request.localId === localId;
  const isBlank = saved === null && snapshot.matches("clean");
  return isBlank && request.journalId === journalId && request.day === day;
}

/**
 * Opens the requested pad, and retains the session while the pad is shown. The pad of a new entry stays open when the URL gets the id of
 * the entry.
 *
 * @param prefetch the entry that the route started loading
 * @returns `openedPad`: the open pad or the failure, null while the pad is opening; `retry`: opens the pad again
 */
export function useOpenPad(
  { journalId, entryId, localId, day }: Omit<PadRequest, "prefetched">,
  prefetch: EntryPrefetch | null,
) {
  const services = useServices();
  const [openedPad, setOpenedPad] = useState<Exclude<OpenPadResult, { type: "aborted" }> | null>(null);
  const [attempt, setAttempt] = useState(0);
  const sessionRef = useRef<OpenedSession | null>(null);
  const latestPrefetch = useRef(prefetch);
  useEffect(() => {
    latestPrefetch.current = prefetch;
  }, [prefetch]);

  useEffect(() => {
    const request = { journalId, entryId, localId, day };
    const sessions = padSessionsOf(services);
    if (!sessions || (sessionRef.current && isRequested(sessionRef.current, request))) return;
    const controller = new AbortController();
    sessionRef.current = null;
    setOpenedPad(null);
    const padRequest = { ...request, prefetched: latestPrefetch.current?.() ?? null };
    void openPad(services.api, sessions, padRequest, controller.signal).then((result) => {
      if (result.type === "aborted") return;
      if (result.type === "open") sessionRef.current = { session: result.session, day };
      setOpenedPad(result);
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
    sessionRef.current = null;
    setAttempt((count) => count + 1);
  }, []);
  return { openedPad, retry };
}
