import { createActor, fromCallback, fromPromise, SimulatedClock } from "xstate";
import { transitionLog } from "../../../shared/testing/transition-log.ts";
import type {
  AutosaveEvent,
  AutosaveInput,
  Draft,
  Outcome,
  SaveInput,
  Settled,
  SettleInput,
  Trouble,
} from "../autosave.ts";
import type { DraftEvent } from "../autosave-actors.ts";
import { autosaveMachine } from "../autosave.machine.ts";
import type { Copy, Writing } from "../writing.ts";

/** The page of the tests, as it was saved first. */
export const page: Writing = {
  title: "Lord's day",
  body: "<p>Up early.</p>",
  localDate: "1660-01-01",
  timezone: "Europe/London",
  createdAt: "1660-01-01T08:00:00.000Z",
  starred: false,
};
export const first: Copy = { id: 7, revision: 1, writing: page };
export const withBody = (body: string): Writing => ({ ...page, body });
/** What typing tells the machine. */
export const typed = (body: string): AutosaveEvent => ({ type: "writing.changed", change: { body } });
/** The server is out of reach, or asks to wait some milliseconds. */
export const delayed = (retryAfter: number | null = null): Outcome => ({
  type: "delayed",
  trouble: { reason: "unreachable", message: "" },
  retryAfter,
});
/** The server does not take it. */
export const refusedFor = (reason: Trouble["reason"]): Outcome => ({
  type: "refused",
  trouble: { reason, message: "" },
});
/** Lets promises settle. */
export const flush = () => new Promise((resolve) => setImmediate(resolve));

type Call<I, O> = { input: I; answer: (output: O) => Promise<unknown>; fail: () => Promise<unknown> };

/** Which transitions the tests took. */
export const log = transitionLog(autosaveMachine);

/** A pad on a simulated clock; what it asks of the world is recorded, and answered by the test. */
export function open(input: Partial<AutosaveInput> = {}) {
  const clock = new SimulatedClock();
  const saves: Call<SaveInput, Outcome>[] = [];
  const settlements: Call<SettleInput, Settled>[] = [];
  const drafts: (Draft | null)[] = [];
  let keys = 0;
  let report: (event: AutosaveEvent) => void = () => {};
  const recorded = <I, O>(calls: Call<I, O>[]) =>
    fromPromise<O, I>(
      ({ input }) =>
        new Promise<O>((resolve, reject) => {
          const then = (settle: () => void) => (settle(), flush());
          calls.push({
            input,
            answer: (output) => then(() => resolve(output)),
            fail: () => then(() => reject(new Error("broken"))),
          });
        }),
    );
  const actor = createActor(
    autosaveMachine.provide({
      actors: {
        saveEntry: recorded(saves),
        settleConflict: recorded(settlements),
        keepDraft: fromCallback<DraftEvent>(({ receive }) => receive(({ draft }) => drafts.push(draft))),
        watchPage: fromCallback<AutosaveEvent>(({ sendBack }) => {
          report = sendBack;
        }),
      },
    }),
    {
      clock,
      inspect: log.inspect,
      input: {
        localId: "pad-1",
        journalId: 3,
        saved: first,
        writing: page,
        act: null,
        theirs: null,
        tools: { now: () => clock.now(), newKey: () => `key-${(keys += 1)}` },
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
    settlements,
    drafts,
    state,
    context,
    last,
    report: (event: AutosaveEvent) => report(event),
  };
}

/** A pad whose text was refused, or met another one. */
export async function openAfter(outcome: Outcome, body = "<p>mine</p>") {
  const pad = open();
  pad.actor.send(typed(body));
  pad.clock.increment(1_000);
  await pad.saves[0]!.answer(outcome);
  return pad;
}

/** Another tab's text. */
export const theirs: Copy = { id: 7, revision: 5, writing: withBody("<p>theirs</p>") };
export const blank: Writing = { ...page, title: "", body: "" };
