import type { Operation } from "@daybook/domain/contract/entry-bulk";
import {
  type DetailsResult,
  type DowngradeContext,
  type EarlierDowngrade,
  isComplete,
  type StartResult,
} from "./downgrade-values.ts";

/** The event at the end of a call. */
type Done<T> = { event: { output: T } };
type Args = { context: DowngradeContext };
type Ended = { operation: Operation | null };

/** A downgrade that was sent before the page was opened. */
export type EarlierParams = { earlier: EarlierDowngrade };

const earlierOf = ({ event }: Done<EarlierDowngrade>): EarlierParams => ({ earlier: event.output });

/** What was found out for the explanation. */
export const resultOf = ({ event }: Done<DetailsResult>) => ({ result: event.output });

/** The answer to a downgrade. */
export const answerOf = ({ event }: Done<StartResult>) => ({ result: event.output });

/** The operation as it ended; `null` when it cannot be read any more. */
export const endOf = ({ event }: Done<Operation | null>): Ended => ({ operation: event.output });

/** A guard: what became of the earlier downgrade. */
const isEarlier =
  (state: EarlierDowngrade["state"]) =>
  (_args: Args, { earlier }: EarlierParams): boolean =>
    earlier.state === state;

/** The guards of the downgrade machine. */
export const downgradeGuards = {
  "runs already": isEarlier("running"),
  "is done already": isEarlier("done"),
  "session is over": isEarlier("session ended"),
  "is unreachable": isEarlier("unreachable"),
  "has no plan": isEarlier("no plan"),
  "has details": (_: Args, { result }: { result: DetailsResult }) => result.ok,
  "is complete": ({ context }: Args) => isComplete(context),
  "is accepted": (_: Args, { result }: { result: StartResult }) => result.ok,
  "is unknown": (_: Args, { result }: { result: StartResult }) =>
    !result.ok && (result.status === 0 || result.status >= 500),
  /** A repeat finds no session when the first request succeeded, because that ended the session, and only its answer was lost. */
  "session has ended": ({ context }: Args, { result }: { result: StartResult }) =>
    !result.ok && result.status === 401 && context.kind !== "loggedOut",
  "is done": (_: Args, { operation }: Ended) => operation?.status === "done",
  "has failed": (_: Args, { operation }: Ended) => operation?.status === "failed",
  "was sent here": ({ context }: Args) => context.submission !== null,
};

const setEarlier = { type: "set earlier", params: earlierOf } as const;

/** Where an earlier downgrade leads. */
export const afterFinding = [
  { guard: { type: "runs already", params: earlierOf }, target: "running", actions: setEarlier },
  { guard: { type: "is done already", params: earlierOf }, target: "done", actions: setEarlier },
  { guard: { type: "session is over", params: earlierOf }, target: "sessionEnded" },
  { guard: { type: "is unreachable", params: earlierOf }, target: "unexplained", actions: setEarlier },
  { guard: { type: "has no plan", params: earlierOf }, target: "nothing" },
  { target: "explaining", actions: setEarlier },
] as const;

/** Stores the explanation. */
export const setDetails = { type: "set details", params: resultOf } as const;

/** Stores why a call failed. */
export const setFailure = {
  type: "set failure",
  params: ({ event }: Done<DetailsResult | StartResult>) => ({
    failure: event.output.ok ? null : event.output,
  }),
} as const;

/** Stores the operation that was begun. */
export const setStarted = {
  type: "set operation",
  params: ({ event }: Done<StartResult>) => ({ operation: event.output.ok ? event.output.operation : null }),
} as const;

/** What the machine remembers of an earlier downgrade. */
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
