import { z } from "zod";

/** An event type: its schema, its current version, and pure functions from each old version to the next. */
export type EventType<S extends z.ZodObject = z.ZodObject> = {
  readonly schema: S;
  readonly version: number;
  /** `upcasts[n]` converts the data of version n to version n + 1. */
  readonly upcasts: Readonly<Record<number, (data: Record<string, unknown>) => Record<string, unknown>>>;
};

/** Event types by name. */
export type EventTypes = Readonly<Record<string, EventType>>;

/** The union of the events of these types: `{type, data}`. */
export type EventOf<T extends EventTypes> = {
  [K in keyof T & string]: { readonly type: K; readonly data: z.output<T[K]["schema"]> };
}[keyof T & string];

/** Declares version 1 of an event type. */
export function event<S extends z.ZodRawShape>(shape: S): EventType<z.ZodObject<S>> {
  return { schema: z.object(shape), version: 1, upcasts: {} };
}

/** Declares a later version of an event type, with functions that convert stored data of older versions. */
export function revisedEvent<S extends z.ZodRawShape>(
  version: number,
  shape: S,
  upcasts: EventType["upcasts"],
): EventType<z.ZodObject<S>> {
  return { schema: z.object(shape), version, upcasts };
}

/** A handler for every event type of a union. The compiler lists the missing ones. */
export type Handlers<E extends { type: string; data: unknown }, S> = {
  readonly [K in E["type"]]: (state: S, data: Extract<E, { type: K }>["data"]) => S;
};

/** The handler for events that do not change the state. */
export const unchanged = <S>(state: S): S => state;

/** The data of one event of a union. */
export type DataOf<E extends { type: string; data: unknown }, K extends E["type"]> = Extract<
  E,
  { type: K }
>["data"];
