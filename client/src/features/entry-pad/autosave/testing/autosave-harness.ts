import { createActor, fromCallback, fromPromise, SimulatedClock } from "xstate";
import { transitionLog } from "../../../../shared/testing/transition-log.ts";
import type {
  AutosaveEvent,
  AutosaveInput,
  Draft,
  SaveResult,
  SaveInput,
  ConflictResolution,
  ResolveInput,
  SaveError,
} from "../autosave-state.ts";
import type { DraftEvent } from "../autosave-actors.ts";
import { autosaveMachine } from "../autosave.machine.ts";
import type { SavedEntry, Writing } from "../writing.ts";

/** The writing of {@link initialEntry}. */
export const savedWriting: Writing = {
  title: "Lord's day",
  body: "<p>Up early.</p>",
  localDate: "1660-01-01",
  timezone: "Europe/London",
  createdAt: "1660-01-01T08:00:00.000Z",
  starred: false,
};
/** The saved entry that the tests start with. */
export const initialEntry: SavedEntry = { id: 7, revision: 1, writing: savedWriting };
export const withBody = (body: string): Writing => ({ ...savedWriting, body });
/** The event for typing. */
export const bodyTyped = (body: string): AutosaveEvent => ({ type: "writing.changed", change: { body } });
/** The result when the server cannot be reached, or asks the client to wait some milliseconds. */
export const delayed = (retryAfter: number | null = null): SaveResult => ({
  type: "delayed",
  error: { reason: "unreachable", message: "" },
  retryAfter,
});
/** The result when the server refuses the save. */
export const refusedFor = (reason: SaveError["reason"]): SaveResult => ({
  type: "refused",
  error: { reason, message: "" },
});
/** Lets pending promises settle. */
export const settlePromises = () => new Promise((resolve) => setImmediate(resolve));

type Call<I, O> = { input: I; answer: (output: O) => Promise<unknown>; fail: () => Promise<unknown> };

/** Records which transitions the tests took. */
const log = transitionLog(autosaveMachine);

/** The transitions that are tested in files other than `autosave.machine.test.ts`, by the beginning of their names. */
const parts = {
  "in a conflict": ["autosave.conflict"],
  "of a failed save": [
    "autosave.waiting",
    "autosave.refused",
    "autosave.saving --xstate.error",
    "autosave.deciding -- [was refused]",
  ],
} as const;

/** The transitions of one part that no test of the calling file took. The part "others" has every transition that is in no named part. */
export function missingTransitions(part: keyof typeof parts | "others"): string[] {
  const isIn = (name: string, prefixes: readonly string[]) =>
    prefixes.some((prefix) => name.startsWith(prefix));
  return log
    .missing()
    .filter((name) =>
      part === "others" ? !isIn(name, Object.values(parts).flat()) : isIn(name, parts[part]),
    );
}

/** A pad on a simulated clock. Its actors record their input, and the test provides their output. */
export function startPad(input: Partial<AutosaveInput> = {}) {
  const clock = new SimulatedClock();
  const saves: Call<SaveInput, SaveResult>[] = [];
  const resolutions: Call<ResolveInput, ConflictResolution>[] = [];
  const drafts: (Draft | null)[] = [];
  let keyCount = 0;
  let sendFromPage: (event: AutosaveEvent) => void = () => {};
  const recordingActor = <I, O>(calls: Call<I, O>[]) =>
    fromPromise<O, I>(
      ({ input }) =>
        new Promise<O>((resolve, reject) => {
          const respondAndSettle = (respond: () => void) => (respond(), settlePromises());
          calls.push({
            input,
            answer: (output) => respondAndSettle(() => resolve(output)),
            fail: () => respondAndSettle(() => reject(new Error("broken"))),
          });
        }),
    );
  const actor = createActor(
    autosaveMachine.provide({
      actors: {
        saveEntry: recordingActor(saves),
        resolveConflict: recordingActor(resolutions),
        storeDraft: fromCallback<DraftEvent>(({ receive }) => receive(({ draft }) => drafts.push(draft))),
        watchPage: fromCallback<AutosaveEvent>(({ sendBack }) => {
          sendFromPage = sendBack;
        }),
      },
    }),
    {
      clock,
      inspect: log.inspect,
      input: {
        localId: "pad-1",
        journalId: 3,
        saved: initialEntry,
        writing: savedWriting,
        attempt: null,
        theirs: null,
        tools: { now: () => clock.now(), newKey: () => `key-${(keyCount += 1)}` },
        ...input,
      },
    },
  );
  actor.start();
  const state = () => actor.getSnapshot().value;
  const context = () => actor.getSnapshot().context;
  const last = <T>(list: readonly T[]): T => list[list.length - 1]!;
  return {
    actor,
    clock,
    saves,
    resolutions,
    drafts,
    state,
    context,
    last,
    /** sends an event from an invoked actor */
    report: (event: AutosaveEvent) => sendFromPage(event),
  };
}

/** A pad whose first save ended with this result. */
export async function startPadAfterSave(outcome: SaveResult, body = "<p>mine</p>") {
  const pad = startPad();
  pad.actor.send(bodyTyped(body));
  pad.clock.increment(1_000);
  await pad.saves[0]!.answer(outcome);
  return pad;
}

/** The entry as another tab saved it. */
export const otherTabEntry: SavedEntry = { id: 7, revision: 5, writing: withBody("<p>theirs</p>") };
export const blankWriting: Writing = { ...savedWriting, title: "", body: "" };
