import type { Operation } from "@daybook/domain/contract/entry-bulk";
import {
  type DetailsResult,
  type DowngradeContext,
  type EarlierDowngrade,
  isComplete,
  type StartResult,
} from "./downgrade-values.ts";

/** What XState passes after a call. `output` is the result of the call. */
type DoneArgs<T> = { event: { output: T } };
type GuardArgs = { context: DowngradeContext };
type EndParams = { operation: Operation | null };

/** What became of a downgrade that was sent before the page was opened. */
export type EarlierParams = { earlier: EarlierDowngrade };

const earlierOf = ({ event }: DoneArgs<EarlierDowngrade>): EarlierParams => ({ earlier: event.output });

/** Passes the loaded details, or the failure, to a guard or an action. */
export const resultOf = ({ event }: DoneArgs<DetailsResult>) => ({ result: event.output });

/** Passes the answer to the downgrade request to a guard. */
export const answerOf = ({ event }: DoneArgs<StartResult>) => ({ result: event.output });

/** Passes the ended operation to a guard; `null` when the operation cannot be read any more. */
export const endOf = ({ event }: DoneArgs<Operation | null>): EndParams => ({ operation: event.output });

/** Makes a guard that is true when the earlier downgrade has this state. */
const earlierStateIs =
  (state: EarlierDowngrade["state"]) =>
  (_args: GuardArgs, { earlier }: EarlierParams): boolean =>
    earlier.state === state;

/** The guards of the downgrade machine. */
export const downgradeGuards = {
  "runs already": earlierStateIs("running"),
  "is done already": earlierStateIs("done"),
  "session has ended already": earlierStateIs("session ended"),
  "is unreachable": earlierStateIs("unreachable"),
  "has no plan": earlierStateIs("no plan"),
  "has details": (_: GuardArgs, { result }: { result: DetailsResult }) => result.ok,
  "is complete": ({ context }: GuardArgs) => isComplete(context),
  "is accepted": (_: GuardArgs, { result }: { result: StartResult }) => result.ok,
  /** No answer, or a server error: the server may have begun the downgrade. */
  "is unknown": (_: GuardArgs, { result }: { result: StartResult }) =>
    !result.ok && (result.status === 0 || result.status >= 500),
  /** The first request may have got no answer, although its downgrade was done and ended the session. A repeat then gets a 401. */
  "session has ended": ({ context }: GuardArgs, { result }: { result: StartResult }) =>
    !result.ok && result.status === 401 && context.kind !== "loggedOut",
  "is done": (_: GuardArgs, { operation }: EndParams) => operation?.status === "done",
  "has failed": (_: GuardArgs, { operation }: EndParams) => operation?.status === "failed",
  /** This page sent the downgrade. Otherwise the page found an earlier one. */
  "was sent here": ({ context }: GuardArgs) => context.submission !== null,
};

const setEarlier = { type: "set earlier", params: earlierOf } as const;

/** The transitions after the search for an earlier downgrade. */
export const afterFinding = [
  { guard: { type: "runs already", params: earlierOf }, target: "running", actions: setEarlier },
  { guard: { type: "is done already", params: earlierOf }, target: "done", actions: setEarlier },
  { guard: { type: "session has ended already", params: earlierOf }, target: "sessionEnded" },
  { guard: { type: "is unreachable", params: earlierOf }, target: "loadFailed", actions: setEarlier },
  { guard: { type: "has no plan", params: earlierOf }, target: "nothing" },
  { target: "explaining", actions: setEarlier },
] as const;

/** Stores the loaded details. */
export const setDetails = { type: "set details", params: resultOf } as const;

/** Stores why a call failed. */
export const setFailure = {
  type: "set failure",
  params: ({ event }: DoneArgs<DetailsResult | StartResult>) => ({
    failure: event.output.ok ? null : event.output,
  }),
} as const;

/** Stores the operation that the request started. */
export const setStartedOperation = {
  type: "set operation",
  params: ({ event }: DoneArgs<StartResult>) => ({
    operation: event.output.ok ? event.output.operation : null,
  }),
} as const;

/** What the context gets from an earlier downgrade. */
export function withEarlier(earlier: EarlierDowngrade): Partial<DowngradeContext> {
  switch (earlier.state) {
    case "running":
    case "done":
      return { kind: earlier.kind, operation: earlier.operation };
    case "stopped":
      return { kind: earlier.kind, hasStopped: true };
    case "none":
      return { kind: earlier.kind, unansweredSince: earlier.unansweredSince };
    case "unreachable":
      return { failure: earlier.failure };
    case "no plan":
    case "session ended":
      return {};
  }
}
