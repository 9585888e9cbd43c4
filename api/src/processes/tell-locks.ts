import { randomUUID } from "node:crypto";
import { entryDecider } from "@daybook/domain/entry/decider";
import type { EntryCommand } from "@daybook/domain/entry/entry";
import { type JournalCommand, journalDecider } from "@daybook/domain/journal/decider";
import type { Sealed } from "@daybook/domain/kernel/sealed";
import type { ActContext } from "@daybook/platform/commands/handle-command";
import type { UntoldLock } from "@daybook/platform/privacy/untold-locks";
import type { ApiDeps } from "../deps.ts";
import { stepOf } from "../http/act-step.ts";

const idOf = (stream: string): number => Number(stream.slice(stream.indexOf("-") + 1));

function entryCommand({ stream, lock, removedBy, at }: UntoldLock): EntryCommand {
  const entryId = idOf(stream);
  if (!lock) return { type: "RemoveEntryLock", data: { entryId, by: removedBy ?? "owner", at } };
  const { remember, auto } = lock;
  const hint = lock.hint as Sealed<"entry.password_hint">;
  return { type: "LockEntry", data: { entryId, hint, remember, auto, at } };
}

function journalCommand({ stream, lock, removedBy, at }: UntoldLock): JournalCommand {
  const journalId = idOf(stream);
  if (!lock) return { type: "RemoveJournalLock", data: { journalId, by: removedBy ?? "owner", at } };
  const { type: lockType, remember, auto } = lock;
  const hint = lock.hint as Sealed<"journal.password_hint">;
  return { type: "LockJournal", data: { journalId, lockType, hint, remember, auto, at } };
}

/** Tells the log of locks that a crash kept from it. What the log knows already, it is not told twice. */
export async function tellLocks(deps: ApiDeps): Promise<void> {
  for (const change of await deps.locks.untold()) {
    const { stream, userId, lock, at, mark } = change;
    const system = { actor: String(userId), sessionId: null, requestId: null, source: "system" } as const;
    const act: ActContext = { ...system, at, commandId: lock?.act ?? randomUUID(), repeated: true };
    // A lock is told of by the act that set it, and so found when that act told of it after all.
    const context = stepOf(act, `lock ${lock ? "locked" : "removed"}`);
    // What is erased meanwhile refuses, and nothing is to be told of it.
    if (stream.startsWith("entry-")) {
      await deps.commands.execute({
        decider: entryDecider,
        stream,
        commands: [entryCommand(change)],
        context,
      });
    } else {
      await deps.commands.execute({
        decider: journalDecider,
        stream,
        commands: [journalCommand(change)],
        context,
      });
    }
    await deps.locks.told(stream, mark);
  }
}
