import { journalDecider } from "@daybook/domain/journal/decider";
import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection } from "@daybook/domain/kernel/rejection";
import type { CommandContext } from "@daybook/platform/commands/handle-command";
import { entryIdsOfJournals } from "@daybook/read-models/queries/entry-ids";
import { findEntryState } from "../access/entry-access.ts";
import { changeAccount } from "../accounts/change-account.ts";
import type { Application } from "../application.ts";
import { childCommand } from "../child-command.ts";
import type { Actor } from "../context.ts";
import { moveEntries } from "../entries/move-entries.ts";
import { inParallel } from "../in-parallel.ts";
import type { DowngradeOperation } from "./downgrade-operation.ts";

const chunkSize = 50;
const maxConcurrentLoads = 8;

/** Moves the entries of a downgrade into one journal, in chunks. False when this process stops, or another process took over. */
export async function mergeEntries(
  app: Application,
  operation: DowngradeOperation,
  actor: Actor,
  signal: AbortSignal,
): Promise<boolean> {
  const { id, itemIds, context, plan } = operation;
  const { targetJournalId } = plan;
  if (targetJournalId === null) return true;
  let { done } = operation;
  while (done < itemIds.length) {
    if (signal.aborted) {
      await app.operations.release(id);
      return false;
    }
    const ids = itemIds.slice(done, done + chunkSize);
    const entriesToMove = { ids, from: null, to: targetJournalId };
    const results = await app.operations.whileLeased(id, done, () =>
      moveEntries(app, actor, context, "move", entriesToMove),
    );
    const skippedIds = results.filter(({ outcome }) => isRejection(outcome)).map(({ entryId }) => entryId);
    if (!(await app.operations.recordProgress(id, done, done + ids.length, skippedIds))) return false;
    done += ids.length;
  }
  return true;
}

/** The entries that are in these journals now. The read model may be behind, so each is looked up in the log. */
async function findRemainingEntries(
  app: Application,
  actor: Actor,
  journalIds: readonly number[],
): Promise<number[]> {
  const ids = await entryIdsOfJournals(app.pool, journalIds);
  const remaining = await inParallel(ids, maxConcurrentLoads, async (entryId) => {
    const entry = await findEntryState(app, actor, { entryId, journalId: null });
    return !isRejection(entry) && journalIds.includes(entry.journalId);
  });
  return ids.filter((_, index) => remaining[index]);
}

/** Moves entries that were written into the journals since the operation began. */
async function moveLateEntries(
  app: Application,
  { plan, context }: DowngradeOperation,
  actor: Actor,
  targetJournalId: number,
): Promise<void> {
  await app.waitUntilCaughtUp();
  const ids = await findRemainingEntries(app, actor, plan.sourceJournalIds);
  if (ids.length === 0) return;
  // If this operation has moved an entry before, the person has moved that entry back. With `repeated`, that entry is not moved again.
  const repeatContext = { ...context, repeated: true };
  await moveEntries(app, actor, repeatContext, "move", { ids, from: null, to: targetJournalId });
}

/**
 * Moves the reminders of a journal to another journal. They keep their ids, so the links in their mails still work. Each reminder is added
 * to the new journal before it is removed from the old one. So after a crash, a reminder may be in both journals until the operation
 * continues, but it is never lost.
 */
async function moveReminders(
  app: Application,
  accountId: number,
  context: CommandContext,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<void> {
  const { state } = await app.commands.load(journalDecider, streamOf.journal(from));
  for (const [reminderId, rule] of state.reminders) {
    const at = new Date(app.clock.now()).toISOString();
    const steps = [
      { journalId: to, type: "AdoptReminder", data: { journalId: to, reminderId, accountId, rule, at } },
      {
        journalId: from,
        type: "RemoveReminder",
        data: { journalId: from, reminderId, by: "downgrade", at },
      },
    ] as const;
    for (const { journalId, ...command } of steps) {
      const result = await app.commands.execute({
        decider: journalDecider,
        stream: streamOf.journal(journalId),
        commands: [command],
        context: childCommand(context, `reminder ${reminderId}`),
      });
      if (isRejection(result)) throw new Error(result.message);
    }
  }
}

/** Hides a journal that is empty now, and releases its reservation, so that the account may create another journal. */
async function hideJournal(
  app: Application,
  userId: number,
  context: CommandContext,
  journalId: number,
): Promise<void> {
  const result = await app.commands.execute({
    decider: journalDecider,
    stream: streamOf.journal(journalId),
    commands: [{ type: "HideJournal", data: { journalId, at: context.at } }],
    context: childCommand(context, "hide"),
  });
  // The person may have deleted the journal in the meantime.
  if (isRejection(result) || result.state.status !== "hidden") return;
  const release = { type: "ReleaseJournal" as const, data: { journalId, at: context.at } };
  await changeAccount(app, userId, context, `hide ${journalId}`, release);
}

/**
 * Moves entries that were written during the merge, then moves the reminders of the emptied journals and hides these journals. A
 * journal that still has entries stays visible: a lock kept these entries out of the merge, or the person moved them back.
 */
export async function hideEmptiedJournals(
  app: Application,
  operation: DowngradeOperation,
  actor: Actor,
): Promise<void> {
  const { userId, plan, context } = operation;
  const { targetJournalId, sourceJournalIds } = plan;
  if (targetJournalId === null || sourceJournalIds.length === 0) return;
  await moveLateEntries(app, operation, actor, targetJournalId);
  for (const journalId of sourceJournalIds) {
    if ((await findRemainingEntries(app, actor, [journalId])).length > 0) continue;
    await moveReminders(app, userId, context, { from: journalId, to: targetJournalId });
    await hideJournal(app, userId, context, journalId);
  }
  // A request may have checked the journal before it was hidden, and written an entry afterwards.
  await moveLateEntries(app, operation, actor, targetJournalId);
}
