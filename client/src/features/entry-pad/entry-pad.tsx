import type { Editor } from "@tiptap/core";
import { useSelector } from "@xstate/react";
import { observer } from "mobx-react-lite";
import { lazy, Suspense, useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { whenReachable } from "../../shared/connection.ts";
import { usePageTitle } from "../../shared/page-title.ts";
import { useServices } from "../../shared/services.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Notice } from "../../shared/ui/notice.tsx";
import { useToasts } from "../../shared/ui/toast.tsx";
import { entryMenuText } from "./page/entry-menu-text.ts";
import { entryDetailsOf } from "./entry-details.store.ts";
import { EntryMenu } from "./page/entry-menu.tsx";
import { pageLook } from "./look/page-look.ts";
import { PhotoArea } from "./photos/photo-area.tsx";
import { PromptLine } from "./page/prompt-line.tsx";
import { PublicMark } from "./sharing/public-mark.tsx";
import { TagRow } from "./tags/tag-row.tsx";
import { useEntryDetails } from "./use-entry-details.ts";
import { usePhotos } from "./photos/use-photos.ts";
import { isUnsaved } from "./autosave/autosave.ts";
import { normaliseBody } from "./editor/body.ts";
import styles from "./entry-pad.module.css";
import "./page/pad-surroundings.css";
import { NeighbourLinks } from "./page/neighbours.tsx";
import type { OpenPadResult } from "./session/open-pad.ts";
import { PadBar } from "./page/pad-bar.tsx";
import { padText } from "./pad-text.ts";
import type { PadHistory } from "./page/pad-history.ts";
import type { PadLock } from "./page/pad-lock.ts";
import { PadPage } from "./page/pad-page.tsx";
import type { PadSessions } from "./session/pad-sessions.ts";
import type { SaveStatusAction } from "./autosave/save-status.ts";
import { useEntryActions } from "./use-entry-actions.ts";
import { useNeighbours } from "./page/use-neighbours.ts";
import { useLeaveGuard, usePadUrl } from "./page/use-pad-url.ts";
import { usePadKeys } from "./page/use-pad-keys.ts";
import { useZen } from "./page/use-zen.ts";
import { savedEntryOf, isBlank } from "./autosave/writing.ts";
import { useStores } from "../../stores/use-stores.ts";

const ConflictView = lazy(
  whenReachable(async () => ({
    default: (await import("./autosave/conflict-view.tsx")).ConflictView,
  })),
);

const UnsavedDrafts = lazy(
  whenReachable(async () => ({
    default: (await import("./autosave/unsaved-drafts.tsx")).UnsavedDrafts,
  })),
);

const ShortcutsSheet = lazy(
  whenReachable(async () => ({
    default: (await import("./page/shortcuts-sheet.tsx")).ShortcutsSheet,
  })),
);

/** An open entry: write, look at its history, or leave at any moment without losing text. */
export const EntryPad = observer(function EntryPad({
  openedPad,
  sessions,
  history: History,
  lock,
  onContinue,
}: {
  openedPad: Extract<OpenPadResult, { type: "open" }>;
  sessions: PadSessions;
  history: PadHistory | undefined;
  lock: PadLock | undefined;
  onContinue: (localId: string) => void;
}) {
  const { api, sessionActor, lockSync } = useServices();
  const { journals } = useStores();
  const navigate = useNavigate();
  const toasts = useToasts();
  const { session, facts, otherDrafts } = openedPad;
  const { actor, journalId, localId } = session;
  const snapshot = useSelector(actor, (current) => current);
  const { context } = snapshot;
  const { writing, saved, theirs, replacements, newEntryId, canStoreDrafts } = context;
  const entryId = saved?.id ?? null;

  const [isTrashed, setIsTrashed] = useState(facts.isTrashed);
  const [showsHistory, setShowsHistory] = useState(false);
  const [showsKeys, setShowsKeys] = useState(false);
  const { zen, toggle, leave } = useZen();
  const [hidesConflict, setHidesConflict] = useState(false);
  const [startedBlank] = useState(() => saved === null && !isUnsaved(context));
  const entryActions = useEntryActions(session, setIsTrashed);
  const readOnly = isTrashed || facts.isReadOnly;
  const [editor, setEditor] = useState<Editor | null>(null);
  const details = useEntryDetails(session, facts.details);
  const photos = usePhotos(session, details, editor);
  const neighbours = useNeighbours(
    journalId,
    entryId,
    saved?.writing.createdAt ?? null,
    openedPad.neighbours,
  );
  const inConflict = snapshot.matches("conflict");
  const unsaved = isUnsaved(context);

  usePageTitle(writing.title || (saved ? padText.untitled : padText.newEntry));
  // Must run before `usePadUrl` changes the URL with the first keystroke: that change must not reload the page.
  useEffect(() => (unsaved ? lockSync.deferReload() : undefined), [lockSync, unsaved]);
  usePadUrl(journalId, entryId, localId, unsaved);
  const goTo = (entry: { id: number } | null) => {
    if (entry) void navigate(`/journals/${journalId}/${entry.id}`);
  };
  usePadKeys({
    save: () => void session.flush(),
    zen: toggle,
    older: () => goTo(neighbours.older),
    newer: () => goTo(neighbours.newer),
    help: () => setShowsKeys(true),
    escape: leave,
  });
  useLeaveGuard(unsaved && !canStoreDrafts);
  useEffect(() => setHidesConflict(false), [inConflict]);
  useEffect(() => {
    if (newEntryId === null) return;
    const openNewEntry = () => void navigate(`/journals/${journalId}/${newEntryId}`);
    toasts.show(padText.conflict.madeNew, { label: padText.conflict.open, run: openNewEntry });
  }, [newEntryId, journalId, navigate, toasts]);

  /** The latest changes must be saved as a version first. */
  const openHistory = async () => {
    if (unsaved) await session.flush();
    setShowsHistory(true);
  };

  const run: Record<SaveStatusAction, () => void> = {
    retry: () => actor.send({ type: "save.now" }),
    logIn: () => sessionActor.send({ type: "unauthorised" }),
    compare: () => setHidesConflict(false),
    saveAsNew: () => actor.send({ type: "saved.as.new" }),
    restore: () => void entryActions.restore(),
  };

  return (
    <div className={styles.pad} data-zen={zen || undefined}>
      <PadBar
        journalId={journalId}
        snapshot={snapshot}
        isTrashed={isTrashed}
        zen={zen}
        onZen={toggle}
        actions={
          <EntryMenu
            session={session}
            details={details}
            readOnly={readOnly}
            lock={lock}
            onKeys={() => setShowsKeys(true)}
            onPhotos={(files) => void photos.add(files)}
          />
        }
        onAction={(action) => run[action]()}
        onStar={() => {
          actor.send({ type: "writing.changed", change: { starred: !writing.starred } });
          actor.send({ type: "save.now" });
        }}
        onHistory={History ? () => void openHistory() : null}
        onTrash={() => void entryActions.trash()}
      />
      {isTrashed && (
        <Notice>
          {padText.inTrash}
          <Button variant="primary" onClick={() => void entryActions.restore()}>
            {padText.restore}
          </Button>
        </Notice>
      )}
      {facts.isReadOnly && <Notice>{entryMenuText.readOnly}</Notice>}
      {!zen && otherDrafts.length > 0 && (!startedBlank || (entryId === null && !unsaved)) && (
        <Suspense>
          <UnsavedDrafts drafts={otherDrafts} sessions={sessions} api={api} onContinue={onContinue} />
        </Suspense>
      )}
      <PadPage
        writing={writing}
        modifiedAt={saved?.modifiedAt}
        replacements={replacements}
        readOnly={readOnly}
        autoFocus={startedBlank && otherDrafts.length === 0}
        look={pageLook(details.values, journals.find(journalId)?.compose_setting)}
        besideDate={
          !isTrashed && (
            <PublicMark session={session} details={details} onMarkGone={() => editor?.view.focus()} />
          )
        }
        underTitle={
          <>
            <TagRow session={session} details={details} readOnly={readOnly} />
            <PromptLine
              promptId={writing.promptId ?? details.values.promptId}
              mayChoose={entryId === null && isBlank(writing)}
              onChoose={(promptId) => actor.send({ type: "writing.changed", change: { promptId } })}
              onButtonGone={() => editor?.view.focus()}
            />
          </>
        }
        underText={
          <PhotoArea
            details={details}
            editor={editor}
            readOnly={readOnly}
            enlarged={photos.enlarged}
            onShow={photos.show}
            onAdd={(files) => void photos.add(files)}
          />
        }
        onEditor={setEditor}
        onChange={(change) => actor.send({ type: "writing.changed", change })}
      />
      {!zen && <NeighbourLinks journalId={journalId} neighbours={neighbours} />}
      <Suspense>
        {inConflict && theirs && !hidesConflict && (
          <ConflictView
            mine={writing}
            theirs={theirs}
            details={details}
            busy={snapshot.matches({ conflict: "resolving" })}
            failed={context.error !== null}
            onClose={() => setHidesConflict(true)}
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
              actor.send({ type: "entry.replaced", saved: savedEntryOf(entry, normaliseBody) });
              details.put(entryDetailsOf(entry));
            }}
          />
        )}
      </Suspense>
    </div>
  );
});
