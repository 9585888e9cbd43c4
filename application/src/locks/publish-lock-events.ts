import { entryDecider } from "@daybook/domain/entry/decider";
import type { EntryCommand } from "@daybook/domain/entry/entry";
import { type JournalCommand, journalDecider } from "@daybook/domain/journal/decider";
import { isRejection } from "@daybook/domain/kernel/rejection";
import type { Sealed } from "@daybook/domain/kernel/sealed";
import type { CommandContext } from "@daybook/platform/commands/handle-command";
import { uuid5 } from "@daybook/platform/event-store/uuid5";
import { runEach } from "@daybook/platform/run-each";
import type { PendingLockEvent } from "@daybook/platform/locks/lock-event-outbox";
import { noteActivity } from "../accounts/note-activity.ts";
import type { Application } from "../application.ts";
import { childCommand } from "../child-command.ts";
import type { Caller } from "../context.ts";

const namespace = "5b6a6c1e-0a8b-4f0e-9c1d-7d2f4e8a3b90";
/** The request that removed the lock is not known any more. */
const unknownCaller: Caller = { ip: "", userAgent: "" };
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

/** Adds a line to the account's activity: a lock was removed. Used when this job, and not the original command, recorded the removal. */
async function noteRemoval(app: Application, command: CommandContext, change: PendingLockEvent) {
  const { stream, userId, removedBy } = change;
  const locked = stream.startsWith("entry-") ? ("entry" as const) : ("journal" as const);
  await noteActivity(
    app,
    { actor: { userId }, command, caller: unknownCaller },
    "lock removal",
    (originAndTime) => ({
      type: "NoteLockRemoval",
      data: { locked, lockedId: idOf(stream), by: removedBy ?? "owner", ...originAndTime },
    }),
  );
}

/**
 * Records in the log the lock changes that are only in the vault because of a crash, and removals also in the account's activity.
 * To record a change twice has no further effect. A change that fails does not block the others.
 */
export async function publishPendingLockEvents(app: Application): Promise<void> {
  await runEach(await app.locks.findPendingLockEvents(), async (change) => {
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
      // For a new lock, this is the id of the command that set it. If that command recorded the event, the command handler finds the event.
      commandId: lock?.commandId ?? uuid5(namespace, `${stream} ${changeId}`),
      repeated: true,
    };
    const context = childCommand(command, `lock ${lock ? "locked" : "removed"}`);
    const outcome = stream.startsWith("entry-")
      ? await app.commands.execute({
          decider: entryDecider,
          stream,
          commands: [entryCommand(change)],
          context,
        })
      : await app.commands.execute({
          decider: journalDecider,
          stream,
          commands: [journalCommand(change)],
          context,
        });
    // A removal gets no line in the activity in two cases: the journal or entry rejects the command, because it was erased in the
    // meantime; or the log has the removal already.
    if (!lock && !isRejection(outcome) && outcome.hasChanges) await noteRemoval(app, command, change);
    await app.locks.markPublished(stream, changeId);
  });
}
