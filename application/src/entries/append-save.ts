import { entryDecider } from "@daybook/domain/entry/decider";
import type { Entry, EntryCommand } from "@daybook/domain/entry/entry";
import { streamOf } from "@daybook/domain/kernel/ids";
import { reject, type Rejection } from "@daybook/domain/kernel/rejection";
import type { CommandResult } from "@daybook/platform/commands/handle-command";
import { EventTooLarge } from "@daybook/platform/event-store/event-store";
import type { Application } from "../application.ts";
import type { Command } from "../context.ts";

const message = "This entry is too long to be saved. Split it into two entries to save all of it.";

/**
 * Appends the events of a save. Refuses a text that is too large for the log. A text within the limit of the contract can still be too
 * large, because its sealed size depends on how well it can be compressed.
 */
export async function appendSave(
  app: Pick<Application, "commands">,
  context: Command,
  entryId: number,
  commands: readonly EntryCommand[],
): Promise<CommandResult<Entry> | Rejection> {
  const stream = streamOf.entry(entryId);
  try {
    return await app.commands.execute({ decider: entryDecider, stream, commands, context });
  } catch (error) {
    if (!(error instanceof EventTooLarge)) throw error;
    return reject("invalid", message, { richtext_body: message });
  }
}
