import type { Session } from "@daybook/domain/contract/sessions";
import { type ActorOptions, createActor, fromPromise, SimulatedClock } from "xstate";
import { sampleSession } from "../../testing/sample-session.ts";
import { sessionMachine } from "../session.machine.ts";

/** The time at which the machine starts. */
export const start = Date.parse("2026-11-20T12:00:00.000Z");

/** Starts the machine with a simulated clock, a stored session, and calls that a test answers. */
export function startSessionMachine(
  storedSession: Session | null,
  inspect: ActorOptions<typeof sessionMachine>["inspect"],
) {
  const clock = new SimulatedClock();
  const calls: {
    name: string;
    signal: AbortSignal;
    resolve: (value: Session) => void;
    reject: () => void;
  }[] = [];
  const device = { storedSession, notifications: 0 };
  const call = <T>(name: string) =>
    fromPromise<T, void>(
      ({ signal }) =>
        new Promise((resolve, reject) => {
          const answer = (session: Session) => resolve(session as T);
          calls.push({ name, signal, resolve: answer, reject: () => reject(new Error("no answer")) });
        }),
    );
  const actor = createActor(
    sessionMachine.provide({
      actors: { refresh: call<Session>("refresh"), logout: call<unknown>("logout") },
      actions: {
        "store session": ({ context }) => {
          device.storedSession = context.session;
          device.notifications += 1;
        },
      },
    }),
    {
      input: { now: () => start + clock.now(), read: () => device.storedSession },
      clock,
      inspect,
    },
  ).start();
  const { context } = actor.getSnapshot();
  return {
    actor,
    clock,
    calls,
    device,
    input: context,
    state: () => actor.getSnapshot().value,
    endReason: () => actor.getSnapshot().context.endReason,
    token: () => actor.getSnapshot().context.session?.access_token.token ?? null,
  };
}

/** A session that ends `milliseconds` after the start of the machine. */
export const sessionFor = (milliseconds: number, token?: string, userId?: number) =>
  sampleSession(start + milliseconds, token, userId);

/** One hour in milliseconds. */
export const hourMs = 3_600_000;

/** Waits until all promises that can settle have settled. */
export const afterPromises = () => new Promise((resolve) => setImmediate(resolve));
