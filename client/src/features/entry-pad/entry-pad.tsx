import { useSelector } from "@xstate/react";
import { lazy, Suspense, useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { usePageTitle } from "../../shared/page-title.ts";
import { useServices } from "../../shared/services.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Notice } from "../../shared/ui/notice.tsx";
import { useToasts } from "../../shared/ui/toast.tsx";
import { isUnsaved } from "./autosave.ts";
import { normaliseBody } from "./body.ts";
import styles from "./entry-pad.module.css";
import { KeptDrafts } from "./kept-drafts.tsx";
import { Neighbours } from "./neighbours.tsx";
import type { Opening } from "./open-pad.ts";
import { PadBar } from "./pad-bar.tsx";
import { padCopy } from "./pad-copy.ts";
import type { PadHistory } from "./pad-history.ts";
import { PadPage } from "./pad-page.tsx";
import type { PadSessions } from "./pad-sessions.ts";
import type { SaveAct } from "./save-words.ts";
import { useEntryActs } from "./use-entry-acts.ts";
import { useNearby } from "./use-nearby.ts";
import { copyOf } from "./writing.ts";

const ConflictView = lazy(async () => ({ default: (await import("./conflict-view.tsx")).ConflictView }));

/** The address follows the page: a new entry gets its own once it is created, an unsaved one names its draft. */
function useAddress(journalId: number, entryId: number | null, localId: string, isUnsavedNew: boolean): void {
  const navigate = useNavigate();
  const path =
    entryId !== null
      ? `/journals/${journalId}/${entryId}`
      : `/journals/${journalId}/new${isUnsavedNew ? `?draft=${localId}` : ""}`;
  useEffect(() => {
    if (path === location.pathname + location.search) return;
    void navigate(path, { replace: true, preventScrollReset: true });
  }, [navigate, path]);
}

/** Ctrl+S saves at once. */
function useSaveKey(saveNow: () => Promise<boolean>): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "s" || event.altKey || event.shiftKey) return;
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      void saveNow();
    };
    window.addEventListener("keydown", pressed);
    return () => window.removeEventListener("keydown", pressed);
  }, [saveNow]);
}

/** Where no draft can be kept, the browser asks before the only copy goes. */
function useLeaveGuard(isOnlyHere: boolean): void {
  useEffect(() => {
    if (!isOnlyHere) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isOnlyHere]);
}

/** A page that is open: to write on, to look back from, to leave at any moment without losing a word. */
export function EntryPad({
  opening,
  sessions,
  history: History,
  onContinue,
}: {
  opening: Extract<Opening, { type: "open" }>;
  sessions: PadSessions;
  history: PadHistory | undefined;
  onContinue: (localId: string) => void;
}) {
  const { api, sessionActor } = useServices();
  const navigate = useNavigate();
  const toasts = useToasts();
  const { session, facts, leftovers } = opening;
  const { actor, journalId, localId } = session;
  const snapshot = useSelector(actor, (current) => current);
  const { context } = snapshot;
  const { writing, saved, theirs, shown, madeEntryId, draftKept } = context;
  const entryId = saved?.id ?? null;

  const [isTrashed, setIsTrashed] = useState(facts.isTrashed);
  const [showsHistory, setShowsHistory] = useState(false);
  const [looksAway, setLooksAway] = useState(false);
  const [startedBlank] = useState(() => saved === null && !isUnsaved(context));
  const acts = useEntryActs(session, setIsTrashed);
  const nearby = useNearby(journalId, entryId, saved?.writing.createdAt ?? null, opening.neighbours);
  const inConflict = snapshot.matches("conflict");
  const unsaved = isUnsaved(context);

  usePageTitle(writing.title || (saved ? padCopy.untitled : padCopy.newEntry));
  useAddress(journalId, entryId, localId, unsaved);
  useSaveKey(session.flush);
  useLeaveGuard(unsaved && !draftKept);
  useEffect(() => setLooksAway(false), [inConflict]);
  useEffect(() => {
    if (madeEntryId === null) return;
    const open = () => void navigate(`/journals/${journalId}/${madeEntryId}`);
    toasts.show(padCopy.conflict.madeNew, { label: padCopy.conflict.open, run: open });
  }, [madeEntryId, journalId, navigate, toasts]);

  const run: Record<SaveAct, () => void> = {
    retry: () => actor.send({ type: "save.now" }),
    logIn: () => sessionActor.send({ type: "unauthorised" }),
    compare: () => setLooksAway(false),
    saveAsNew: () => actor.send({ type: "saved.as.new" }),
    restore: () => void acts.restore(),
  };

  return (
    <div className={styles.pad}>
      <PadBar
        journalId={journalId}
        snapshot={snapshot}
        isTrashed={isTrashed}
        onAct={(act) => run[act]()}
        onStar={() => {
          actor.send({ type: "writing.changed", change: { starred: !writing.starred } });
          actor.send({ type: "save.now" });
        }}
        onHistory={History ? () => setShowsHistory(true) : null}
        onTrash={() => void acts.trash()}
      />
      {isTrashed && (
        <Notice>
          {padCopy.inTrash}
          <Button variant="primary" onClick={() => void acts.restore()}>
            {padCopy.restore}
          </Button>
        </Notice>
      )}
      {(!startedBlank || (entryId === null && !unsaved)) && (
        <KeptDrafts drafts={leftovers} sessions={sessions} api={api} onContinue={onContinue} />
      )}
      <PadPage
        writing={writing}
        shown={shown}
        readOnly={isTrashed || facts.isReadOnly}
        autoFocus={startedBlank && leftovers.length === 0}
        onChange={(change) => actor.send({ type: "writing.changed", change })}
      />
      <Neighbours journalId={journalId} nearby={nearby} />
      <Suspense>
        {inConflict && theirs && !looksAway && (
          <ConflictView
            mine={writing}
            theirs={theirs.writing}
            busy={snapshot.matches({ conflict: "settling" })}
            failed={context.trouble !== null}
            onClose={() => setLooksAway(true)}
            onKeepMine={() => actor.send({ type: "mine.kept" })}
            onChoose={(choice) => actor.send({ type: "choice.made", choice })}
          />
        )}
        {History && showsHistory && entryId !== null && (
          <History
            journalId={journalId}
            entryId={entryId}
            onClose={() => setShowsHistory(false)}
            flush={session.flush}
            onRestored={(entry) => {
              actor.send({ type: "entry.replaced", copy: copyOf(entry, normaliseBody) });
            }}
          />
        )}
      </Suspense>
    </div>
  );
}
