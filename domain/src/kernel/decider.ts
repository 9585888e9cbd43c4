import type { Handlers } from "./define-events.ts";
import type { Rejection } from "./rejection.ts";

/**
 * The rules of one kind of stream, as pure functions. `decide` turns a command and the folded state into events or a
 * rejection. The command carries the time. See Jérémie Chassaing, "Functional Event Sourcing Decider" (2021).
 */
export type Decider<C, E extends { type: string; data: unknown }, S> = {
  readonly initialState: S;
  readonly decide: (command: C, state: S) => readonly E[] | Rejection;
  readonly evolve: Handlers<E, S>;
};

/** Applies one event to a state. */
export function evolve<E extends { type: string; data: unknown }, S>(
  handlers: Handlers<E, S>,
  state: S,
  event: E,
): S {
  // The handler is for this type of event, so it accepts the event's data. The compiler cannot check that.
  const handle = handlers[event.type as E["type"]] as ((state: S, data: unknown) => S) | undefined;
  if (!handle) throw new Error(`no handler for event type ${event.type}`);
  return handle(state, event.data);
}

/** Folds events into a state. */
export function fold<C, E extends { type: string; data: unknown }, S>(
  decider: Decider<C, E, S>,
  events: Iterable<E>,
  from: S = decider.initialState,
): S {
  let state = from;
  for (const event of events) state = evolve(decider.evolve, state, event);
  return state;
}
