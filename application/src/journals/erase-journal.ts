import { accountDecider } from "@daybook/domain/account/decider";
import { type JournalCommand, journalDecider } from "@daybook/domain/journal/decider";
import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection, type Rejection } from "@daybook/domain/kernel/rejection";
import type { CommandContext } from "@daybook/platform/commands/handle-command";
import type { Position } from "@daybook/platform/event-store/event-store";
import { uuid5 } from "@daybook/platform/event-store/uuid5";
import { runEach } from "@daybook/platform/run-each";
import { journalIdsWithoutRow, journalsTrashedUntil } from "@daybook/read-models/queries/journals";
import type { Application } from "../application.ts";
import { eraseEntriesOfJournal } from "../erasure/erase-entry.ts";
import { erasureContext, eraseStream } from "../erasure/erase-stream.ts";

/** After this time, journals in the trash are erased. */
const trashLifetimeMs = 30 * 24 * 3_600_000;
const maxPerRun = 100;

type ErasureCommand = Extract<JournalCommand, { type: "EraseJournal" | "PurgeJournal" }>;

/**
 * The ids of the reminders that a journal has or had, without those that a downgrade moved to another journal. In `removedReminders`,
 * a moved reminder has no rule.
 */
async function findReminderIds(app: Application, journalId: number): Promise<number[]> {
  const { state } = await app.commands.load(journalDecider, streamOf.journal(journalId));
  const removedReminders = [...state.removedReminders].filter(([, rule]) => rule !== null);
  return [...state.reminders, ...removedReminders].map(([id]) => id);
}

/**
 * Deletes the mails that show the name of an erased journal, releases its reservation, so that the account may create another journal,
 * and erases its entries in the background. Safe to repeat.
 */
async function finishErasure(app: Application, userId: number, journalId: number): Promise<void> {
  await app.forgetReminderMailsOf(userId, journalId, await findReminderIds(app, journalId));
  const context = erasureContext(app, userId, streamOf.account(userId));
  await app.commands.execute({
    decider: accountDecider,
    stream: streamOf.account(userId),
    commands: [{ type: "ReleaseJournal", data: { journalId, at: context.at } }],
    context: { ...context, commandId: uuid5(context.commandId, streamOf.journal(journalId)) },
  });
  app.inBackground("erasing a journal", () => eraseEntriesOfJournal(app, userId, journalId));
}

/** Erases a journal with everything in it. */
export async function eraseJournal(
  app: Application,
  userId: number,
  command: ErasureCommand,
  context: CommandContext,
): Promise<{ position: Position | null } | Rejection> {
  const { journalId } = command.data;
  const stream = streamOf.journal(journalId);
  return eraseStream(app, { decider: journalDecider, stream, command, context }, () =>
    finishErasure(app, userId, journalId),
  );
}

/** True when the log says that a journal was erased; with `userId`, only if it belonged to that person. */
export async function isErasedInLog(app: Application, journalId: number, userId?: number): Promise<boolean> {
  const { state } = await app.commands.load(journalDecider, streamOf.journal(journalId));
  return state.status === "erased" && (userId === undefined || state.accountId === userId);
}

/**
 * Erases the journals that have been in the trash for thirty days. The read model lists them; the journal refuses the command if it
 * was restored in the meantime. Safe to run in several processes.
 *
 * @param now milliseconds since 1970
 * @returns how many were erased
 */
export async function purgeTrashedJournals(app: Application, now: number): Promise<number> {
  const latestTrashedAt = new Date(now - trashLifetimeMs).toISOString();
  let purgedCount = 0;
  for (const { id, userId } of await journalsTrashedUntil(app.pool, latestTrashedAt, maxPerRun)) {
    const context = erasureContext(app, userId, streamOf.journal(id));
    const data = { journalId: id, at: context.at };
    try {
      const erasure = await eraseJournal(
        app,
        userId,
        { type: "PurgeJournal", data, latestTrashedAt },
        context,
      );
      if (!isRejection(erasure) && erasure.position !== null) purgedCount += 1;
    } catch (error) {
      // A failure must not block the other journals. The next run tries again.
      app.logger.warn({ err: error }, "a journal in the trash could not be purged");
    }
  }
  return purgedCount;
}

/** Continues erasures that a crash interrupted: those of erased journals that still have entries. A journal that fails does not block the others. */
export async function resumeJournalErasures(app: Application): Promise<void> {
  await runEach(await journalIdsWithoutRow(app.pool), async (id) => {
    const { state } = await app.commands.load(journalDecider, streamOf.journal(id));
    if (state.status !== "erased") return;
    await app.vault.completeErasure(streamOf.journal(id));
    await finishErasure(app, state.accountId, id);
  });
}
