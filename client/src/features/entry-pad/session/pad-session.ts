import { type ActorRefFrom, createActor, fromCallback, fromPromise, type SnapshotFrom } from "xstate";
import { connection } from "../../../shared/connection.ts";
import type { Api } from "../../../shared/api-client.ts";
import type { AutosaveEvent, AutosaveInput } from "../autosave/autosave-state.ts";
import type { DraftEvent } from "../autosave/autosave-actors.ts";
import { afterPaint } from "../autosave/after-paint.ts";
import { autosaveMachine } from "../autosave/autosave.machine.ts";
import { normaliseBody } from "../editor/body.ts";
import { draftWriter } from "../autosave/draft-writer.ts";
import type { Drafts } from "../autosave/local-draft.ts";
import { saveEntry, resolveConflict } from "../autosave/save-entry.ts";

/** The running autosave of one pad. */
export type PadActor = ActorRefFrom<typeof autosaveMachine>;
/** A snapshot of the autosave of a pad. */
export type PadSnapshot = SnapshotFrom<typeof autosaveMachine>;

/** A pad and its autosave. A session continues when the user leaves the screen, so leaving never interrupts a save. */
export type PadSession = {
  readonly localId: string;
  readonly journalId: number;
  readonly actor: PadActor;
  /** saves now; returns true once nothing is unsaved, false when a save failed or needs the user */
  flush: () => Promise<boolean>;
  /** returns the id of the entry and creates it if necessary, even when blank; null when that fails */
  ensureEntry: () => Promise<number | null>;
};

/** The dependencies of a session. */
export type PadSessionDeps = {
  readonly api: Api;
  readonly drafts: Drafts;
  readonly isLoggedIn: () => boolean;
  /** called when the server created a new entry */
  readonly onCreated?: () => void;
  /** calls the listener whenever the login session changes; returns a function that stops these calls */
  readonly onSessionChange: (listener: () => void) => () => void;
};

/** The longest time, in milliseconds, that a save waits until the local draft is stored. A disk that hangs must not block saves. */
const draftTimeoutMs = 500;

/** Tells the machine when the page is hidden, the server is reachable again, or the user logs in. */
function pageWatcher({ isLoggedIn, onSessionChange }: PadSessionDeps) {
  return fromCallback<AutosaveEvent>(({ sendBack }) => {
    const sendPageHidden = (): void => sendBack({ type: "page.hidden" });
    const stopWatchingConnection = connection.subscribe(
      () => connection.isOffline() || sendBack({ type: "online" }),
    );
    const handleVisibility = () => document.visibilityState === "hidden" && sendPageHidden();
    window.addEventListener("pagehide", sendPageHidden);
    document.addEventListener("visibilitychange", handleVisibility);
    const stopWatchingSession = onSessionChange(() => isLoggedIn() && sendBack({ type: "logged.in" }));
    return () => {
      window.removeEventListener("pagehide", sendPageHidden);
      document.removeEventListener("visibilitychange", handleVisibility);
      stopWatchingConnection();
      stopWatchingSession();
    };
  });
}

/** Saves until nothing is unsaved (then true), or until a save fails or needs the user (then false). */
function flush(actor: PadActor): Promise<boolean> {
  return new Promise((resolve) => {
    const check = (snapshot: PadSnapshot): void => {
      if (snapshot.matches("dirty")) queueMicrotask(() => actor.send({ type: "save.now" }));
      else if (!snapshot.matches("saving") && !snapshot.matches({ conflict: "resolving" })) {
        subscription.unsubscribe();
        resolve(snapshot.matches("clean"));
      }
    };
    const subscription = actor.subscribe(check);
    actor.send({ type: "save.now" });
    check(actor.getSnapshot());
  });
}

async function ensureEntry(actor: PadActor): Promise<number | null> {
  const currentId = () => actor.getSnapshot().context.saved?.id ?? null;
  if (currentId() !== null) return currentId();
  actor.send({ type: "entry.wanted" });
  await flush(actor);
  return currentId();
}

/**
 * Starts the autosave of a pad.
 *
 * @param replacedId the `localId` of the draft that the pad continues; the pad's own draft replaces it
 */
export function startPadSession(deps: PadSessionDeps, input: AutosaveInput, replacedId?: string): PadSession {
  const report = (isStored: boolean) => actor.send({ type: isStored ? "draft.stored" : "draft.failed" });
  const writer = draftWriter(deps.drafts, input.localId, replacedId, report, afterPaint);
  const waitForDraft = () =>
    Promise.race([writer.idle(), new Promise<void>((resolve) => setTimeout(resolve, draftTimeoutMs))]);
  const { api, isLoggedIn, onCreated } = deps;
  const saveContext = {
    api,
    isLoggedIn,
    ...(onCreated && { onCreated }),
    normalise: normaliseBody,
    waitForDraft,
  };
  const [save, resolve] = [saveEntry(saveContext), resolveConflict(saveContext)];
  const actor = createActor(
    autosaveMachine.provide({
      actors: {
        saveEntry: fromPromise(({ input: saveInput }) => save(saveInput)),
        resolveConflict: fromPromise(({ input: resolveInput }) => resolve(resolveInput)),
        storeDraft: fromCallback<DraftEvent>(({ receive }) => {
          receive(({ draft }) => writer.write(draft));
          window.addEventListener("pagehide", writer.storeNow);
          return () => window.removeEventListener("pagehide", writer.storeNow);
        }),
        watchPage: pageWatcher(deps),
      },
    }),
    { input },
  );
  actor.start();
  const { localId, journalId } = input;
  return {
    localId,
    journalId,
    actor,
    flush: () => flush(actor),
    ensureEntry: () => ensureEntry(actor),
  };
}
