import { uuid5 } from "@daybook/platform/event-store/uuid5";

/**
 * Creates the command of a step of another command, which becomes its cause. A command that writes to a stream more than once needs
 * one for each step. The id derives from the other command's id and the name of the step, so a repeat finds each step again.
 */
export function childCommand<C extends { readonly commandId: string; readonly correlationId?: string }>(
  command: C,
  name: string,
): C {
  const { commandId, correlationId = commandId } = command;
  return { ...command, commandId: uuid5(commandId, name), correlationId, causationId: commandId };
}
