import { type ActorRefFrom, createActor, fromCallback, fromPromise, type SnapshotFrom } from "xstate";
import type { Api } from "../../shared/api-client.ts";
import type { AutosaveEvent, AutosaveInput } from "./autosave.ts";
import type { DraftEvent } from "./autosave-actors.ts";
import { afterPaint } from "./after-paint.ts";
import { autosaveMachine } from "./autosave.machine.ts";
import { normaliseBody } from "./body.ts";
import { draftKeeper } from "./draft-keeper.ts";
import type { Drafts } from "./local-draft.ts";
import { saveEntry, settleConflict } from "./save-entry.ts";

/** The running autosave of one page. */
export type PadActor = ActorRefFrom<typeof autosaveMachine>;
/** What it shows of itself. */
export type PadSnapshot = SnapshotFrom<typeof autosaveMachine>;

/** A page under the pen. It outlives the screen: leaving never interrupts a save. */
export type PadSession = {
  readonly localId: string;
  readonly journalId: number;
  readonly actor: PadActor;
  /** saves now; true once everything is acknowledged, false when something stands in the way */
  flush: () => Promise<boolean>;
  /** the id of the entry, which is created if need be, even blank; null when that does not succeed now */
  ensureEntry: () => Promise<number | null>;
};

/** What a session needs from outside. */
export type PadSessionDeps = {
  readonly api: Api;
  readonly drafts: Drafts;
  readonly isSignedIn: () => boolean;
  /** the server made a new entry */
  readonly onCreated?: () => void;
  /** calls back whenever somebody signed in, or out; returns how to stop */
  readonly onSession: (changed: () => void) => () => void;
};

/** How long a save waits for the draft on the device; a stuck disk must not keep the text from the server. */
const draftPatience = 500;

/** Reports what happens around the page. */
function pageWatcher({ isSignedIn, onSession }: PadSessionDeps) {
  return fromCallback<AutosaveEvent>(({ sendBack }) => {
    const report = (type: "online" | "page.hidden") => () => sendBack({ type });
    const [online, hidden] = [report("online"), report("page.hidden")];
    const seen = () => document.visibilityState === "hidden" && hidden();
    window.addEventListener("online", online);
    window.addEventListener("pagehide", hidden);
    document.addEventListener("visibilitychange", seen);
    const stop = onSession(() => isSignedIn() && sendBack({ type: "signed.in" }));
    return () => {
      window.removeEventListener("online", online);
      window.removeEventListener("pagehide", hidden);
      document.removeEventListener("visibilitychange", seen);
      stop();
    };
  });
}

/** Saves until nothing is left to save, or something is in the way. */
function flush(actor: PadActor): Promise<boolean> {
  return new Promise((resolve) => {
    const look = (snapshot: PadSnapshot): void => {
      if (snapshot.matches("dirty")) queueMicrotask(() => actor.send({ type: "save.now" }));
      else if (!snapshot.matches("saving") && !snapshot.matches({ conflict: "settling" })) {
        subscription.unsubscribe();
        resolve(snapshot.matches("clean"));
      }
    };
    const subscription = actor.subscribe(look);
    actor.send({ type: "save.now" });
    look(actor.getSnapshot());
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
 * @param adopted the draft that the page was made from
 */
export function startPadSession(deps: PadSessionDeps, input: AutosaveInput, adopted?: string): PadSession {
  const report = (kept: boolean) => actor.send({ type: kept ? "draft.kept" : "draft.failed" });
  const keeper = draftKeeper(deps.drafts, input.localId, adopted, report, afterPaint);
  const draftSettled = () =>
    Promise.race([keeper.settled(), new Promise<void>((resolve) => setTimeout(resolve, draftPatience))]);
  const { api, isSignedIn, onCreated } = deps;
  const saving = { api, isSignedIn, ...(onCreated && { onCreated }), normalise: normaliseBody, draftSettled };
  const [save, settle] = [saveEntry(saving), settleConflict(saving)];
  const actor = createActor(
    autosaveMachine.provide({
      actors: {
        saveEntry: fromPromise(({ input: act }) => save(act)),
        settleConflict: fromPromise(({ input: choice }) => settle(choice)),
        keepDraft: fromCallback<DraftEvent>(({ receive }) => receive(({ draft }) => keeper.keep(draft))),
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
