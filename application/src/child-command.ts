import { uuid5 } from "@daybook/platform/event-store/uuid5";

/**
 * A further step of a command, for a stream that the command writes to more than once. Its id derives from the command's,
 * so a repeated command finds each of its steps again.
 */
export function childCommand<C extends { readonly commandId: string; readonly correlationId?: string }>(
  command: C,
  name: string,
): C {
  const { commandId, correlationId = commandId } = command;
  return { ...command, commandId: uuid5(commandId, name), correlationId, causationId: commandId };
}
