import { z } from "zod";

/** One event type: its schema, its current version, and pure steps from each older version to the next. */
export type EventType<S extends z.ZodObject = z.ZodObject> = {
  readonly schema: S;
  readonly version: number;
  /** `upcasts[n]` lifts the data of version n to version n + 1. */
  readonly upcasts: Readonly<Record<number, (data: Record<string, unknown>) => Record<string, unknown>>>;
};

/** The event types of one aggregate, by name. */
export type EventTypes = Readonly<Record<string, EventType>>;

/** The union of an aggregate's events: `{type, data}`. */
export type EventOf<T extends EventTypes> = {
  [K in keyof T & string]: { readonly type: K; readonly data: z.output<T[K]["schema"]> };
}[keyof T & string];

/** Declares version 1 of an event type. */
export function event<S extends z.ZodRawShape>(shape: S): EventType<z.ZodObject<S>> {
  return { schema: z.object(shape), version: 1, upcasts: {} };
}

/** Declares a later version of an event type, with the steps that lift what older versions stored. */
export function revisedEvent<S extends z.ZodRawShape>(
  version: number,
  shape: S,
  upcasts: EventType["upcasts"],
): EventType<z.ZodObject<S>> {
  return { schema: z.object(shape), version, upcasts };
}

/** An exhaustive map over a union of events: the compiler lists what is missing. */
export type Handlers<E extends { type: string; data: unknown }, S> = {
  readonly [K in E["type"]]: (state: S, data: Extract<E, { type: K }>["data"]) => S;
};

/** For events that a handler map reads but that change nothing. */
export const unchanged = <S>(state: S): S => state;

/** The data of one event of a union. */
export type DataOf<E extends { type: string; data: unknown }, K extends E["type"]> = Extract<
  E,
  { type: K }
>["data"];
