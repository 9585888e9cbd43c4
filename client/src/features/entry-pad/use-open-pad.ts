import { useCallback, useEffect, useRef, useState } from "react";
import type { EntryAhead } from "../../shared/entry-ahead.ts";
import { useServices } from "../../shared/services.ts";
import { openPad, type Opening, type Wanted } from "./open-pad.ts";
import type { PadSession } from "./pad-session.ts";
import { padSessionsOf } from "./pad-sessions.ts";

/** True while the page that is shown is the page that is wanted, under whatever address. */
function isWanted({ actor, localId }: PadSession, wanted: Omit<Wanted, "ahead">): boolean {
  const snapshot = actor.getSnapshot();
  const { saved } = snapshot.context;
  if (snapshot.status !== "active") return false;
  if (wanted.entryId !== null) return saved?.id === wanted.entryId;
  return (
    wanted.localId === localId || (wanted.localId === null && saved === null && snapshot.matches("clean"))
  );
}

/**
 * Opens the wanted page and holds it while it is shown. Going on from a new page to the entry it became opens nothing.
 *
 * @param ahead what the way here asked for
 * @returns null while it opens, and how to try again
 */
export function useOpenPad({ journalId, entryId, localId }: Omit<Wanted, "ahead">, ahead: EntryAhead | null) {
  const services = useServices();
  const [opening, setOpening] = useState<Exclude<Opening, { type: "aborted" }> | null>(null);
  const [attempt, setAttempt] = useState(0);
  const shown = useRef<PadSession | null>(null);
  const latest = useRef(ahead);
  useEffect(() => {
    latest.current = ahead;
  }, [ahead]);

  useEffect(() => {
    const wanted = { journalId, entryId, localId };
    const sessions = padSessionsOf(services);
    if (!sessions || (shown.current && isWanted(shown.current, wanted))) return;
    const controller = new AbortController();
    shown.current = null;
    setOpening(null);
    const opens = { ...wanted, ahead: latest.current?.() ?? null };
    void openPad(services.api, sessions, opens, controller.signal).then((next) => {
      if (next.type === "aborted") return;
      if (next.type === "open") shown.current = next.session;
      setOpening(next);
    });
    return () => controller.abort();
  }, [services, journalId, entryId, localId, attempt]);

  const session = opening?.type === "open" ? opening.session : null;
  useEffect(() => {
    const sessions = padSessionsOf(services);
    if (!session || !sessions) return;
    const release = sessions.hold(session);
    return () => {
      release();
    };
  }, [services, session]);

  const again = useCallback(() => {
    shown.current = null;
    setAttempt((count) => count + 1);
  }, []);
  return { opening, again };
}
