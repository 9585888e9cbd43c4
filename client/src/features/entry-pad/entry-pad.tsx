import type { Editor } from "@tiptap/core";
import { useSelector } from "@xstate/react";
import { observer } from "mobx-react-lite";
import { lazy, Suspense, useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { usePageTitle } from "../../shared/page-title.ts";
import { useServices } from "../../shared/services.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Notice } from "../../shared/ui/notice.tsx";
import { useToasts } from "../../shared/ui/toast.tsx";
import { actsCopy } from "./acts/acts-copy.ts";
import { extrasOf } from "./acts/beside.store.ts";
import { EntryActs } from "./acts/entry-acts.tsx";
import { pageLook } from "./acts/page-look.ts";
import { PhotoArea } from "./acts/photo-area.tsx";
import { PromptLine } from "./acts/prompt-line.tsx";
import { TagRow } from "./acts/tag-row.tsx";
import { useBeside } from "./acts/use-beside.ts";
import { usePhotos } from "./acts/use-photos.ts";
import { isUnsaved } from "./autosave.ts";
import { normaliseBody } from "./body.ts";
import styles from "./entry-pad.module.css";
import "./pad-surroundings.css";
import { Neighbours } from "./neighbours.tsx";
import type { Opening } from "./open-pad.ts";
import { PadBar } from "./pad-bar.tsx";
import { padCopy } from "./pad-copy.ts";
import type { PadHistory } from "./pad-history.ts";
import type { PadLock } from "./pad-lock.ts";
import { PadPage } from "./pad-page.tsx";
import type { PadSessions } from "./pad-sessions.ts";
import type { SaveAct } from "./save-words.ts";
import { useEntryActs } from "./use-entry-acts.ts";
import { useNearby } from "./use-nearby.ts";
import { usePadKeys } from "./use-pad-keys.ts";
import { useZen } from "./use-zen.ts";
import { copyOf, isBlank } from "./writing.ts";

const ConflictView = lazy(async () => ({ default: (await import("./conflict-view.tsx")).ConflictView }));

const KeptDrafts = lazy(async () => ({ default: (await import("./kept-drafts.tsx")).KeptDrafts }));

const ShortcutsSheet = lazy(async () => ({
  default: (await import("./shortcuts-sheet.tsx")).ShortcutsSheet,
}));

/**
 * The address follows the page: a new entry gets its own once it is created, an unsaved one names its draft. It goes on doing so
 * when the page is blank again: the address of a new page asks for another one, and may arrive when there are words on this one.
 */
function useAddress(journalId: number, entryId: number | null, localId: string, isUnsavedNew: boolean): void {
  const navigate = useNavigate();
  const [wasUnsaved, setWasUnsaved] = useState(isUnsavedNew);
  if (isUnsavedNew && !wasUnsaved) setWasUnsaved(true);
  const path =
    entryId !== null
      ? `/journals/${journalId}/${entryId}`
      : `/journals/${journalId}/new${isUnsavedNew || wasUnsaved ? `?draft=${localId}` : ""}`;
  useEffect(() => {
    const wasAt = location.pathname + location.search;
    if (path === wasAt) return;
    void navigate(path, { replace: true, preventScrollReset: true, state: { wasAt } });
  }, [navigate, path]);
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
export const EntryPad = observer(function EntryPad({
  opening,
  sessions,
  history: History,
  lock,
  onContinue,
}: {
  opening: Extract<Opening, { type: "open" }>;
  sessions: PadSessions;
  history: PadHistory | undefined;
  lock: PadLock | undefined;
  onContinue: (localId: string) => void;
}) {
  const { api, sessionActor, journals, closings } = useServices();
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
  const [showsKeys, setShowsKeys] = useState(false);
  const { zen, toggle, leave } = useZen();
  const [looksAway, setLooksAway] = useState(false);
  const [startedBlank] = useState(() => saved === null && !isUnsaved(context));
  const entryActs = useEntryActs(session, setIsTrashed);
  const readOnly = isTrashed || facts.isReadOnly;
  const [editor, setEditor] = useState<Editor | null>(null);
  const beside = useBeside(session, facts.extras);
  const photos = usePhotos(session, beside, editor);
  const nearby = useNearby(journalId, entryId, saved?.writing.createdAt ?? null, opening.neighbours);
  const inConflict = snapshot.matches("conflict");
  const unsaved = isUnsaved(context);

  usePageTitle(writing.title || (saved ? padCopy.untitled : padCopy.newEntry));
  // Before the address changes with the first word: from then on nothing leads away from the page.
  useEffect(() => (unsaved ? closings.hold() : undefined), [closings, unsaved]);
  useAddress(journalId, entryId, localId, unsaved);
  const goTo = (entry: { id: number } | null) => {
    if (entry) void navigate(`/journals/${journalId}/${entry.id}`);
  };
  usePadKeys({
    save: () => void session.flush(),
    zen: toggle,
    older: () => goTo(nearby.older),
    newer: () => goTo(nearby.newer),
    help: () => setShowsKeys(true),
    escape: leave,
  });
  useLeaveGuard(unsaved && !draftKept);
  useEffect(() => setLooksAway(false), [inConflict]);
  useEffect(() => {
    if (madeEntryId === null) return;
    const open = () => void navigate(`/journals/${journalId}/${madeEntryId}`);
    toasts.show(padCopy.conflict.madeNew, { label: padCopy.conflict.open, run: open });
  }, [madeEntryId, journalId, navigate, toasts]);

  /** What was typed a moment ago is a version too. */
  const openHistory = async () => {
    if (unsaved) await session.flush();
    setShowsHistory(true);
  };

  const run: Record<SaveAct, () => void> = {
    retry: () => actor.send({ type: "save.now" }),
    logIn: () => sessionActor.send({ type: "unauthorised" }),
    compare: () => setLooksAway(false),
    saveAsNew: () => actor.send({ type: "saved.as.new" }),
    restore: () => void entryActs.restore(),
  };

  return (
    <div className={styles.pad} data-zen={zen || undefined}>
      <PadBar
        journalId={journalId}
        snapshot={snapshot}
        isTrashed={isTrashed}
        zen={zen}
        onZen={toggle}
        acts={
          <EntryActs
            session={session}
            beside={beside}
            readOnly={readOnly}
            lock={lock}
            onKeys={() => setShowsKeys(true)}
            onPhotos={(files) => void photos.add(files)}
          />
        }
        onAct={(act) => run[act]()}
        onStar={() => {
          actor.send({ type: "writing.changed", change: { starred: !writing.starred } });
          actor.send({ type: "save.now" });
        }}
        onHistory={History ? () => void openHistory() : null}
        onTrash={() => void entryActs.trash()}
      />
      {isTrashed && (
        <Notice>
          {padCopy.inTrash}
          <Button variant="primary" onClick={() => void entryActs.restore()}>
            {padCopy.restore}
          </Button>
        </Notice>
      )}
      {facts.isReadOnly && <Notice>{actsCopy.readOnly}</Notice>}
      {!zen && leftovers.length > 0 && (!startedBlank || (entryId === null && !unsaved)) && (
        <Suspense>
          <KeptDrafts drafts={leftovers} sessions={sessions} api={api} onContinue={onContinue} />
        </Suspense>
      )}
      <PadPage
        writing={writing}
        modifiedAt={saved?.modifiedAt}
        shown={shown}
        readOnly={readOnly}
        autoFocus={startedBlank && leftovers.length === 0}
        look={pageLook(beside.extras, journals.find(journalId)?.compose_setting)}
        underTitle={
          <>
            <TagRow session={session} beside={beside} readOnly={readOnly} />
            <PromptLine
              promptId={writing.promptId ?? beside.extras.promptId}
              mayChoose={entryId === null && isBlank(writing)}
              onChoose={(promptId) => actor.send({ type: "writing.changed", change: { promptId } })}
            />
          </>
        }
        underText={
          <PhotoArea
            beside={beside}
            editor={editor}
            readOnly={readOnly}
            shown={photos.shown}
            onShow={photos.show}
            onAdd={(files) => void photos.add(files)}
          />
        }
        onEditor={setEditor}
        onChange={(change) => actor.send({ type: "writing.changed", change })}
      />
      {!zen && <Neighbours journalId={journalId} nearby={nearby} />}
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
        {showsKeys && <ShortcutsSheet onClose={() => setShowsKeys(false)} />}
        {History && showsHistory && entryId !== null && (
          <History
            journalId={journalId}
            entryId={entryId}
            readOnly={readOnly}
            onClose={() => setShowsHistory(false)}
            flush={session.flush}
            onRestored={(entry) => {
              actor.send({ type: "entry.replaced", copy: copyOf(entry, normaliseBody) });
              beside.put(extrasOf(entry));
            }}
          />
        )}
      </Suspense>
    </div>
  );
});
