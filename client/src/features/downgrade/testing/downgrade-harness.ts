import type { Operation } from "@daybook/domain/contract/entry-bulk";
import { createActor, fromPromise, SimulatedClock } from "xstate";
import type { ApiFailure } from "../../../shared/api-client.ts";
import { operationMachine } from "../../../shared/operations/operation.machine.ts";
import { sampleFailure } from "../../../shared/testing/sample-failure.ts";
import { transitionLog } from "../../../shared/testing/transition-log.ts";
import type {
  DowngradeDetails,
  DowngradeKind,
  DowngradeSubmission,
  EarlierDowngrade,
} from "../downgrade-values.ts";
import { downgradeMachine } from "../downgrade.machine.ts";

/** The transitions that the tests took. */
export const log = transitionLog(downgradeMachine);
export const afterPromises = () => new Promise((resolve) => setImmediate(resolve));

export const details: DowngradeDetails = {
  refund: 19.99,
  mergedJournals: [
    { id: 1, name: "Diary", lock_type_id: 1 },
    { id: 2, name: "Travel", lock_type_id: 1 },
  ],
  lockedJournals: [{ id: 3, name: "Secrets" }],
  offer: null,
};
const startedOperation = { id: 9, done: 0, total: 2, status: "running", result: null } as Operation;
export const halfDoneOperation: Operation = { ...startedOperation, done: 1 };
export const endedOperation: Operation = { ...startedOperation, done: 2, status: "done" };
export const stoppedOperation: Operation = { ...halfDoneOperation, status: "failed" };

export const wrongPassword = sampleFailure(422, "wrong_credentials");
export const noAnswer = sampleFailure(0, "network");

/** The answers of the server, in order. After these, every request succeeds. */
type Answers = {
  earlier?: (EarlierDowngrade | Error)[];
  details?: (ApiFailure | Error)[];
  starts?: (ApiFailure | Error)[];
  polls?: (Operation | null | Error)[];
};

/** Starts the machine on a simulated clock. `recorded` contains the downgrade requests and the actions of the machine. */
export function startMachine(
  kind: DowngradeKind,
  { earlier = [], details: detailAnswers = [], starts = [], polls = [] }: Answers = {},
) {
  const clock = new SimulatedClock();
  const recorded = {
    submissions: [] as (DowngradeSubmission | null)[],
    sessionUpdates: [] as DowngradeKind[],
    redirects: [] as DowngradeKind[],
    renewalCount: 0,
    forgetCount: 0,
  };
  const noEarlier: EarlierDowngrade = { state: "none", kind, unansweredSince: null };
  const answerOf = <T>(answer: T | Error | undefined): T | undefined => {
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const actor = createActor(
    downgradeMachine.provide({
      actors: {
        findEarlier: fromPromise(async () => answerOf(earlier.shift()) ?? noEarlier),
        loadDetails: fromPromise(
          async () => answerOf(detailAnswers.shift()) ?? { ok: true as const, details },
        ),
        start: fromPromise(async ({ input }) => {
          recorded.submissions.push(input);
          return answerOf(starts.shift()) ?? { ok: true as const, operation: startedOperation };
        }),
        follow: operationMachine.provide({
          actors: {
            poll: fromPromise(async (): Promise<Operation | null> => {
              const answer = polls.length > 0 ? polls.shift()! : endedOperation;
              if (answer instanceof Error) throw answer;
              return answer;
            }),
          },
        }),
      },
      actions: {
        "forget earlier": () => void (recorded.forgetCount += 1),
        "open renewal": () => void (recorded.renewalCount += 1),
        "update session": (_, { kind: doneKind }) => void recorded.sessionUpdates.push(doneKind),
        redirect: (_, { kind: doneKind }) => void recorded.redirects.push(doneKind),
      },
    }),
    { input: { fields: {} }, clock, inspect: log.inspect },
  ).start();
  const send = async (event: Parameters<typeof actor.send>[0]) => {
    actor.send(event);
    await afterPromises();
  };
  return {
    recorded,
    send,
    advance: async (time: number) => {
      clock.increment(time);
      await afterPromises();
    },
    context: () => actor.getSnapshot().context,
    state: () => actor.getSnapshot().value,
  };
}

/** A machine with a form that is filled in and can be sent. */
export async function startFilled(kind: DowngradeKind, answers: Answers = {}) {
  const machine = startMachine(kind, answers);
  await afterPromises();
  await machine.send({
    type: "typed",
    fields: { email: "samuel@example.org", password: "blessed be god", word: "Downgrade" },
  });
  return machine;
}
