import type { Editor } from "@tiptap/core";
import { useSelector } from "@xstate/react";
import { observer } from "mobx-react-lite";
import { lazy, Suspense, useEffect, useEffectEvent, useState } from "react";
import { useNavigate } from "react-router";
import { whenReachable } from "../../shared/connection.ts";
import { usePageTitle } from "../../shared/page-title.ts";
import { useServices } from "../../shared/services.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Notice } from "../../shared/ui/notice.tsx";
import { useToasts } from "../../shared/ui/toast.tsx";
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
import { useFocusMode } from "./page/use-focus-mode.ts";
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

/**
 * The pad: the screen of one open entry, with its bar, notices and dialogs around the page with the writing. The user can leave at any
 * moment without losing text. Only when this device cannot store drafts, the browser asks before it closes the page with unsaved changes.
 */
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
  const { session, entryState, otherDrafts } = openedPad;
  const { actor, journalId, localId } = session;
  const snapshot = useSelector(actor, (current) => current);
  const { context } = snapshot;
  const { writing, saved, theirs, replacementCount, newEntryId, canStoreDrafts } = context;
  const entryId = saved?.id ?? null;

  const [isTrashed, setIsTrashed] = useState(entryState.isTrashed);
  const [showsHistory, setShowsHistory] = useState(false);
  const [showsShortcuts, setShowsShortcuts] = useState(false);
  const { isFocusMode, toggleFocusMode, leaveFocusMode } = useFocusMode();
  const [hidesConflict, setHidesConflict] = useState(false);
  const [startedBlank] = useState(() => saved === null && !isUnsaved(context));
  const entryActions = useEntryActions(session, () => setIsTrashed(false));
  const isReadOnly = isTrashed || entryState.isReadOnly;
  const [editor, setEditor] = useState<Editor | null>(null);
  const details = useEntryDetails(session, entryState.details);
  const photos = usePhotos(session, details, editor);
  const neighbours = useNeighbours(
    journalId,
    entryId,
    saved?.writing.createdAt ?? null,
    openedPad.neighbours,
  );
  const isInConflict = snapshot.matches("conflict");
  const hasUnsavedChanges = isUnsaved(context);

  usePageTitle(writing.title || (saved ? padText.untitled : padText.newEntry));
  // This effect must run before that of `usePadUrl`, which adds the draft's id to the URL at the first keystroke. While reloads are
  // deferred, this change of the URL does not run the loader of the route again.
  useEffect(() => (hasUnsavedChanges ? lockSync.deferReload() : undefined), [lockSync, hasUnsavedChanges]);
  usePadUrl(journalId, entryId, localId, hasUnsavedChanges);
  const goTo = (entry: { id: number } | null) => {
    if (entry) void navigate(`/journals/${journalId}/${entry.id}`);
  };
  usePadKeys({
    save: () => void session.flush(),
    focusMode: toggleFocusMode,
    older: () => goTo(neighbours.older),
    newer: () => goTo(neighbours.newer),
    help: () => setShowsShortcuts(true),
    escape: leaveFocusMode,
  });
  useLeaveGuard(hasUnsavedChanges && !canStoreDrafts);
  useEffect(() => setHidesConflict(false), [isInConflict]);
  const offerNewEntry = useEffectEvent((newId: number) => {
    const run = () => void navigate(`/journals/${journalId}/${newId}`);
    toasts.show(padText.conflict.savedAsNew, { label: padText.conflict.open, run });
  });
  useEffect(() => {
    if (newEntryId !== null) offerNewEntry(newEntryId);
  }, [newEntryId]);

  /** Saves first, so that the history contains the latest changes. */
  const openHistory = async () => {
    if (hasUnsavedChanges) await session.flush();
    setShowsHistory(true);
  };

  const statusActions: Record<SaveStatusAction, () => void> = {
    retry: () => actor.send({ type: "save.now" }),
    logIn: () => sessionActor.send({ type: "unauthorised" }),
    compare: () => setHidesConflict(false),
    saveAsNew: () => actor.send({ type: "saved.as.new" }),
    restore: () => void entryActions.restore(),
  };

  return (
    <div className={styles.pad} data-focus-mode={isFocusMode || undefined}>
      <PadBar
        journalId={journalId}
        snapshot={snapshot}
        isTrashed={isTrashed}
        isFocusMode={isFocusMode}
        onToggleFocusMode={toggleFocusMode}
        entryMenu={
          <EntryMenu
            session={session}
            details={details}
            readOnly={isReadOnly}
            lock={lock}
            onShowShortcuts={() => setShowsShortcuts(true)}
            onAddPhotos={(files) => void photos.addPhotos(files)}
          />
        }
        onStatusAction={(action) => statusActions[action]()}
        onToggleStar={() => {
          actor.send({ type: "writing.changed", change: { starred: !writing.starred } });
          actor.send({ type: "save.now" });
        }}
        onOpenHistory={History ? () => void openHistory() : null}
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
      {entryState.isReadOnly && <Notice>{padText.readOnly}</Notice>}
      {/* On a new page, the other drafts are offered only until the user begins to write. */}
      {!isFocusMode &&
        otherDrafts.length > 0 &&
        (!startedBlank || (entryId === null && !hasUnsavedChanges)) && (
          <Suspense>
            <UnsavedDrafts
              drafts={otherDrafts}
              sessions={sessions}
              api={api}
              hasLock={details.values.hasLock}
              onContinue={onContinue}
            />
          </Suspense>
        )}
      <PadPage
        writing={writing}
        modifiedAt={saved?.modifiedAt}
        replacementCount={replacementCount}
        readOnly={isReadOnly}
        autoFocus={startedBlank && otherDrafts.length === 0}
        look={pageLook(details.values, journals.find(journalId)?.compose_setting)}
        besideDate={
          !isTrashed && (
            <PublicMark session={session} details={details} onMarkRemoved={() => editor?.view.focus()} />
          )
        }
        underTitle={
          <>
            <TagRow session={session} details={details} readOnly={isReadOnly} />
            <PromptLine
              promptId={writing.promptId ?? details.values.promptId}
              canChoose={entryId === null && context.attempt === null && isBlank(writing)}
              onChoose={(promptId) => actor.send({ type: "writing.changed", change: { promptId } })}
              onButtonRemoved={() => editor?.view.focus()}
            />
          </>
        }
        underText={
          <PhotoArea
            details={details}
            editor={editor}
            readOnly={isReadOnly}
            enlargedPhotoId={photos.enlargedPhotoId}
            onShow={photos.showPhoto}
            onAdd={(files) => void photos.addPhotos(files)}
          />
        }
        onEditor={setEditor}
        onChange={(change) => actor.send({ type: "writing.changed", change })}
      />
      {!isFocusMode && <NeighbourLinks journalId={journalId} neighbours={neighbours} />}
      <Suspense>
        {isInConflict && theirs && !hidesConflict && (
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
        {showsShortcuts && <ShortcutsSheet onClose={() => setShowsShortcuts(false)} />}
        {History && showsHistory && entryId !== null && (
          <History
            journalId={journalId}
            entryId={entryId}
            readOnly={isReadOnly}
            hasLock={details.values.hasLock}
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
