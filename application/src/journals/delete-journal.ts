import { journalDecider } from "@daybook/domain/journal/decider";
import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection, reject } from "@daybook/domain/kernel/rejection";
import { findJournalMetadata } from "../access/journal-access.ts";
import { checkJournalErasure, type ErasurePassword } from "../access/journal-erasure.ts";
import type { Application } from "../application.ts";
import type { Context, Refusal } from "../context.ts";
import { waitForReadModels } from "../wait-for-read-models.ts";
import { eraseJournal, isErasedInLog } from "./erase-journal.ts";
import { releaseJournal, findReservationTime } from "./reserve-journal.ts";

/**
 * Moves a journal to the trash, or erases it with everything in it (`permanent`). A journal with a lock is erased only with its
 * password.
 */
export async function deleteJournal(
  app: Application,
  context: Context,
  {
    permanent,
    journalId,
    password,
  }: { readonly journalId: number; readonly permanent: boolean } & ErasurePassword,
): Promise<Refusal | null> {
  // The journal may be the one into which the downgrade moves the entries of all others.
  if (await app.operations.isRunning(context.actor.userId, "downgrade")) return downgradeRunning();
  return permanent
    ? deleteJournalForever(app, context, { journalId, password })
    : trashJournal(app, context, journalId);
}

const downgradeRunning = (): Refusal => ({
  ...reject("unavailable", "Your journals are being merged. Please try again when that is done."),
  retryAfterSeconds: 30,
});

async function trashJournal(
  app: Application,
  { actor, command }: Context,
  journalId: number,
): Promise<Refusal | null> {
  const journal = await findJournalMetadata(app, actor, journalId);
  if (isRejection(journal)) return journal;
  const reservedAt = await findReservationTime(app, actor.userId, journalId);
  const result = await app.commands.execute({
    decider: journalDecider,
    stream: streamOf.journal(journalId),
    commands: [{ type: "TrashJournal", data: { journalId, at: command.at } }],
    context: command,
  });
  if (isRejection(result)) return result;
  // If the journal was restored in the meantime, the restore made a newer reservation. That one stays.
  if (result.state.status === "trashed" && reservedAt !== undefined) {
    await releaseJournal(app, actor.userId, journalId, reservedAt, command);
  }
  await waitForReadModels(app, ["journal-list"], result.position);
  return null;
}

async function deleteJournalForever(
  app: Application,
  context: Context,
  { journalId, password }: { readonly journalId: number } & ErasurePassword,
): Promise<Refusal | null> {
  const { actor, command } = context;
  const journal = await findJournalMetadata(app, actor, journalId);
  if (isRejection(journal)) {
    const isDone = command.repeated && (await isErasedInLog(app, journalId, actor.userId));
    if (!isDone) return journal;
  } else {
    const refusal = await checkJournalErasure(app, context, journalId, { password });
    if (refusal) return refusal;
  }
  const data = { journalId, at: command.at };
  const erasure = await eraseJournal(app, actor.userId, { type: "EraseJournal", data }, command);
  if (isRejection(erasure)) return erasure;
  await waitForReadModels(app, ["journal-list"], erasure.position);
  return null;
}
