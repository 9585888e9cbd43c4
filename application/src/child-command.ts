import { uuid5 } from "@daybook/platform/event-store/uuid5";

/**
 * Creates the command of a further step, for a stream that a command writes to more than once. Its id derives from the id of
 * that command, so a repeat finds each of its steps again.
 */
export function childCommand<C extends { readonly commandId: string; readonly correlationId?: string }>(
  command: C,
  name: string,
): C {
  const { commandId, correlationId = commandId } = command;
  return { ...command, commandId: uuid5(commandId, name), correlationId, causationId: commandId };
}
