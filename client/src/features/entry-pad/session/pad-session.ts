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

/** The running autosave of one page. */
export type PadActor = ActorRefFrom<typeof autosaveMachine>;
/** A snapshot of its state. */
export type PadSnapshot = SnapshotFrom<typeof autosaveMachine>;

/** An open page with its autosave. It outlives the screen: leaving never interrupts a save. */
export type PadSession = {
  readonly localId: string;
  readonly journalId: number;
  readonly actor: PadActor;
  /** saves now; returns true once everything is acknowledged, false when a save failed */
  flush: () => Promise<boolean>;
  /** returns the id of the entry and creates it if necessary, even when blank; null when that fails */
  ensureEntry: () => Promise<number | null>;
};

/** The dependencies of a session. */
export type PadSessionDeps = {
  readonly api: Api;
  readonly drafts: Drafts;
  readonly isSignedIn: () => boolean;
  /** called when the server created a new entry */
  readonly onCreated?: () => void;
  /** calls back when a user signed in or out; returns a function that stops it */
  readonly onSession: (listener: () => void) => () => void;
};

/** How long a save waits for the local draft, in milliseconds: a hanging disk must not delay the save. */
const draftTimeoutMs = 500;

/** Sends page events to the machine. */
function pageWatcher({ isSignedIn, onSession }: PadSessionDeps) {
  return fromCallback<AutosaveEvent>(({ sendBack }) => {
    const reportHiddenPage = (): void => sendBack({ type: "page.hidden" });
    const stopFollowing = connection.subscribe(() => connection.isAway() || sendBack({ type: "online" }));
    const reportHidden = () => document.visibilityState === "hidden" && reportHiddenPage();
    window.addEventListener("pagehide", reportHiddenPage);
    document.addEventListener("visibilitychange", reportHidden);
    const stop = onSession(() => isSignedIn() && sendBack({ type: "signed.in" }));
    return () => {
      window.removeEventListener("pagehide", reportHiddenPage);
      document.removeEventListener("visibilitychange", reportHidden);
      stopFollowing();
      stop();
    };
  });
}

/** Saves until nothing is unsaved, or a save fails. */
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
  const idOf = () => actor.getSnapshot().context.saved?.id ?? null;
  if (idOf() !== null) return idOf();
  actor.send({ type: "entry.wanted" });
  await flush(actor);
  return idOf();
}

/**
 * Starts the autosave of a page.
 *
 * @param replacedId the draft that the page continues
 */
export function startPadSession(deps: PadSessionDeps, input: AutosaveInput, replacedId?: string): PadSession {
  const report = (isStored: boolean) => actor.send({ type: isStored ? "draft.stored" : "draft.failed" });
  const writer = draftWriter(deps.drafts, input.localId, replacedId, report, afterPaint);
  const draftStored = () =>
    Promise.race([writer.idle(), new Promise<void>((resolve) => setTimeout(resolve, draftTimeoutMs))]);
  const { api, isSignedIn, onCreated } = deps;
  const saving = { api, isSignedIn, ...(onCreated && { onCreated }), normalise: normaliseBody, draftStored };
  const [save, resolve] = [saveEntry(saving), resolveConflict(saving)];
  const actor = createActor(
    autosaveMachine.provide({
      actors: {
        saveEntry: fromPromise(({ input: attempt }) => save(attempt)),
        resolveConflict: fromPromise(({ input: choice }) => resolve(choice)),
        storeDraft: fromCallback<DraftEvent>(({ receive }) => {
          receive(({ draft }) => writer.write(draft));
          window.addEventListener("pagehide", writer.keep);
          return () => window.removeEventListener("pagehide", writer.keep);
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
