import { type Journal, journalDecider } from "@daybook/domain/journal/decider";
import { streamOf } from "@daybook/domain/kernel/ids";
import { journalIdsOfUser } from "@daybook/read-models/queries/journals";
import type { Application } from "../application.ts";
import { inParallel } from "../in-parallel.ts";

/** How many journals are read at the same time. */
const maxConcurrentLoads = 4;

/** A reminder for which a mail is written. `journalId` is the journal in which the reminder was due. */
export type MailedReminder = {
  readonly userId: number;
  readonly journalId: number;
  readonly reminderId: number;
};

const loadJournal = async (app: Application, journalId: number): Promise<Journal> =>
  (await app.commands.load(journalDecider, streamOf.journal(journalId))).state;

/** The active journal into which a downgrade moved a reminder; `null` when no active journal has the reminder any more. */
async function findNewJournalId(
  app: Application,
  { userId, reminderId }: MailedReminder,
): Promise<number | null> {
  for (const journalId of await journalIdsOfUser(app.pool, userId)) {
    const { status, accountId, reminders } = await loadJournal(app, journalId);
    if (status === "active" && accountId === userId && reminders.has(reminderId)) return journalId;
  }
  return null;
}

/**
 * For each of these reminders, the active journal that has it now; `null` when the reminder was stopped, or when its journal is
 * not active. A reminder that a downgrade moved goes on in another journal.
 */
export async function findReminderJournals(
  app: Application,
  mailedReminders: readonly MailedReminder[],
): Promise<(number | null)[]> {
  const journalIds = [...new Set(mailedReminders.map(({ journalId }) => journalId))];
  const loadWithId = async (id: number) => [id, await loadJournal(app, id)] as const;
  const journals = new Map(await inParallel(journalIds, maxConcurrentLoads, loadWithId));
  return inParallel(mailedReminders, maxConcurrentLoads, async (mailedReminder) => {
    const { journalId, reminderId } = mailedReminder;
    const journal = journals.get(journalId);
    if (journal?.reminders.has(reminderId)) return journal.status === "active" ? journalId : null;
    // `removedReminders` has null for a reminder that a downgrade moved to another journal.
    const wasMoved = journal?.removedReminders.get(reminderId) === null;
    return wasMoved ? findNewJournalId(app, mailedReminder) : null;
  });
}
