import { lockTypes } from "@daybook/domain/contract/lock-types";
import { journalDecider } from "@daybook/domain/journal/decider";
import { contentKeyId, streamOf } from "@daybook/domain/kernel/ids";
import { unlockPurpose } from "@daybook/platform/identity/links";
import { removalId } from "@daybook/platform/locks/locks";
import type { Application } from "../application.ts";
import { childCommand } from "../child-command.ts";
import type { Actor } from "../context.ts";
import type { DowngradeOperation } from "./downgrade-operation.ts";

/**
 * Removes those locks of a downgrade's journals that are open to the actor. Only in the first run of a downgrade are locks open: the
 * locks that were open in the request. In a run after a crash, the journals that are still locked stay out of the merge.
 */
export async function removeOpenLocks(
  app: Application,
  { userId, plan, context }: DowngradeOperation,
  { lockAccess }: Actor,
): Promise<void> {
  const { targetJournalId, sourceJournalIds } = plan;
  if (targetJournalId === null) return;
  const hasSourceJournals = sourceJournalIds.length > 0;
  for (const journalId of [targetJournalId, ...sourceJournalIds]) {
    const stream = streamOf.journal(journalId);
    const lock = await app.locks.readLock(stream);
    // The free tier includes password locks, so a journal into which no other is merged keeps its password lock.
    if (!lock || (!hasSourceJournals && lock.type === lockTypes.password)) continue;
    const contentKey = (await app.vault.findKeys([contentKeyId(journalId)], lockAccess)).get(
      contentKeyId(journalId),
    );
    const key = contentKey?.key ?? null;
    if (!key || !(await app.locks.remove(lock, key))) continue;
    await app.links.revokeAll(userId, [unlockPurpose(stream)]);
    await app.commands.execute({
      decider: journalDecider,
      stream,
      commands: [{ type: "RemoveJournalLock", data: { journalId, by: "owner", at: context.at } }],
      context: childCommand(context, "lock removed"),
    });
    await app.locks.markPublished(stream, removalId(lock));
  }
}
