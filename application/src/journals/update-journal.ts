import { classroomRejection } from "@daybook/domain/journal/classroom";
import { journalDecider } from "@daybook/domain/journal/decider";
import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection } from "@daybook/domain/kernel/rejection";
import { contentTag, seal } from "@daybook/platform/vault/seal";
import { findJournalMetadata, type DecryptedJournal } from "../access/journal-access.ts";
import { noteRestore } from "../accounts/note-restore.ts";
import type { Application } from "../application.ts";
import type { Context, Refusal } from "../context.ts";
import { changeJournalLock, refuseJournalLockChange } from "../locks/journal-lock.ts";
import type { LockChange, LockSecrets } from "../locks/lock-change.ts";
import { waitForReadModels } from "../wait-for-read-models.ts";
import type { JournalView } from "./journal-view.ts";
import { releaseJournal, reserveJournal } from "./reserve-journal.ts";

/** Changes of a journal. `restore` restores it from the trash. */
export type JournalUpdate = {
  readonly name?: string | undefined;
  readonly restore: boolean;
  readonly lockChange: LockChange | null;
};

/** A journal after a change, with the secrets of its lock that only this reply contains. */
export type UpdatedJournal = { readonly journal: JournalView; readonly secrets: LockSecrets };

/**
 * Applies the changes that an update has: first the name and the restore from the trash, then the lock. If the change of the lock is
 * refused, nothing changes.
 */
export async function updateJournal(
  app: Application,
  context: Context,
  journalId: number,
  update: JournalUpdate,
): Promise<UpdatedJournal | Refusal> {
  const { lockChange, name, restore } = update;
  const journal = await findJournalMetadata(app, context.actor, journalId);
  if (isRejection(journal)) return journal;
  const changesLockSettings =
    lockChange !== null && lockChange.kind !== "open" && lockChange.kind !== "close";
  const roleRefusal = changesLockSettings ? classroomRejection(journal.classroom, "lock") : null;
  if (roleRefusal) return roleRefusal;
  const isLockOnly = lockChange !== null && name === undefined && !restore;
  // An update without any change also takes this step. It appends no event.
  const needsRenameOrRestore = !isLockOnly && context.command.completed !== true;
  if (lockChange && needsRenameOrRestore) {
    const refusal = await refuseJournalLockChange(app, context, journalId, lockChange, {
      isRestored: restore,
    });
    if (refusal) return refusal;
  }
  const changedJournal = needsRenameOrRestore
    ? await renameOrRestore(app, context, journal, update)
    : journal;
  if (isRejection(changedJournal)) return changedJournal;
  return lockChange
    ? changeJournalLock(app, context, journalId, lockChange)
    : { journal: changedJournal, secrets: {} };
}

async function renameOrRestore(
  app: Application,
  context: Context,
  journal: DecryptedJournal,
  { name, restore }: JournalUpdate,
): Promise<JournalView | Refusal> {
  const { command } = context;
  const { id: journalId, userId } = journal;
  const stream = streamOf.journal(journalId);
  const key = await app.vault.openKey(stream);
  if (restore) {
    const refusal = await reserveJournal(app, userId, journalId, command);
    if (refusal) return refusal;
  }
  const sealedName = name !== undefined && key ? seal(key, stream, "journal.name", name) : undefined;
  const result = await app.commands.execute({
    decider: journalDecider,
    stream,
    commands: [
      ...(restore ? [{ type: "RestoreJournal" as const, data: { journalId, at: command.at } }] : []),
      ...(name !== undefined && key && sealedName
        ? [
            {
              type: "RenameJournal" as const,
              data: { journalId, name: sealedName, nameTag: contentTag(key, [name]), at: command.at },
            },
          ]
        : []),
    ],
    context: command,
  });
  if (isRejection(result)) {
    if (restore) await releaseJournal(app, userId, journalId, command.at, command);
    return result;
  }
  await waitForReadModels(app, ["journal-list", "account"], result.position);
  const mayHaveBeenTrashed = journal.trashedAt !== null || command.repeated;
  if (restore && mayHaveBeenTrashed && result.hasChanges) await noteRestore(app, context, "journal");
  return {
    ...journal,
    trashedAt: result.state.status === "trashed" ? journal.trashedAt : null,
    plaintextName: name ?? journal.plaintextName,
  };
}
