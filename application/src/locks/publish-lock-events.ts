import { randomUUID } from "node:crypto";
import { entryDecider } from "@daybook/domain/entry/decider";
import type { EntryCommand } from "@daybook/domain/entry/entry";
import { type JournalCommand, journalDecider } from "@daybook/domain/journal/decider";
import type { Sealed } from "@daybook/domain/kernel/sealed";
import type { CommandContext } from "@daybook/platform/commands/handle-command";
import type { PendingLockEvent } from "@daybook/platform/locks/lock-event-outbox";
import type { Application } from "../application.ts";
import { childCommand } from "../child-command.ts";

const idOf = (stream: string): number => Number(stream.slice(stream.indexOf("-") + 1));

function entryCommand({ stream, lock, removedBy, at }: PendingLockEvent): EntryCommand {
  const entryId = idOf(stream);
  if (!lock) return { type: "RemoveEntryLock", data: { entryId, by: removedBy ?? "owner", at } };
  const { remember, auto } = lock;
  const hint = lock.hint as Sealed<"entry.password_hint">;
  return { type: "LockEntry", data: { entryId, hint, remember, auto, at } };
}

function journalCommand({ stream, lock, removedBy, at }: PendingLockEvent): JournalCommand {
  const journalId = idOf(stream);
  if (!lock) return { type: "RemoveJournalLock", data: { journalId, by: removedBy ?? "owner", at } };
  const { type: lockType, remember, auto } = lock;
  const hint = lock.hint as Sealed<"journal.password_hint">;
  return { type: "LockJournal", data: { journalId, lockType, hint, remember, auto, at } };
}

/** Records in the log the lock changes that are only in the vault because of a crash. Recording one twice changes nothing. */
export async function publishPendingLockEvents(app: Application): Promise<void> {
  for (const change of await app.locks.findPendingLockEvents()) {
    const { stream, userId, lock, at, changeId } = change;
    const systemContext = {
      actor: String(userId),
      sessionId: null,
      requestId: null,
      source: "system",
    } as const;
    const command: CommandContext = {
      ...systemContext,
      at,
      // The id of the command that set the lock: if that command recorded the event, the handler finds it.
      commandId: lock?.commandId ?? randomUUID(),
      repeated: true,
    };
    const context = childCommand(command, `lock ${lock ? "locked" : "removed"}`);
    // A target that was erased in the meantime refuses, and then there is nothing to record.
    if (stream.startsWith("entry-")) {
      await app.commands.execute({
        decider: entryDecider,
        stream,
        commands: [entryCommand(change)],
        context,
      });
    } else {
      await app.commands.execute({
        decider: journalDecider,
        stream,
        commands: [journalCommand(change)],
        context,
      });
    }
    await app.locks.markPublished(stream, changeId);
  }
}
