import { uuid5 } from "@daybook/platform/event-store/uuid5";

/**
 * Creates a command for one step of `command`, with `command` as its cause. A command that writes to a stream more than once needs a
 * step for each write. The id derives from the id of `command` and the name of the step, so a repeat gets the same id.
 */
export function childCommand<C extends { readonly commandId: string; readonly correlationId?: string }>(
  command: C,
  name: string,
): C {
  const { commandId, correlationId = commandId } = command;
  return { ...command, commandId: uuid5(commandId, name), correlationId, causationId: commandId };
}
