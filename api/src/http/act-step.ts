import { uuid5 } from "@daybook/platform/event-store/uuid5";

/**
 * A further step of an act on a stream that the act writes to more than once. Its command id derives from the act's, so
 * that a repeated act finds each of its steps again by itself.
 */
export function stepOf<A extends { readonly commandId: string }>(act: A, name: string): A {
  return { ...act, commandId: uuid5(act.commandId, name) };
}
