import type { MailedReminder } from "@daybook/application/reminders/find-reminder-journals";
import { prompts } from "@daybook/content/prompts";
import { streamOf } from "@daybook/domain/kernel/ids";
import { dayNumberOf } from "@daybook/domain/reminder/wall-clock";
import { maxReminderDelayMs } from "@daybook/domain/reminder/rule";
import type { Clock } from "@daybook/platform/clock";
import type { KeyVault } from "@daybook/platform/vault/key-vault";
import { open } from "@daybook/platform/vault/seal";
import type { JournalRow } from "@daybook/read-models/tables";

/** The dependencies of {@link findReminderMail}. */
export type ReminderDeps = {
  readonly vault: Pick<KeyVault, "openKey">;
  /** A journal from the read model. Concurrent calls should share one query. */
  readonly journalById: (journalId: number) => Promise<Pick<JournalRow, "name"> | null>;
  /** The active journal that has the reminder now: `journalId`, or the journal to which a downgrade moved it. `null` when none has it. */
  readonly journalOfReminder: (mailedReminder: MailedReminder) => Promise<number | null>;
  /** The slug of an account. A link with the slug works without a session. */
  readonly userSlugOf: (userId: number) => string;
  readonly clock: Clock;
};

/** The parameters of a reminder mail in the outbox: one occurrence of a reminder. */
export type ReminderMailParams = {
  readonly journalId: number;
  readonly reminderId: number;
  /** The date of the occurrence, `YYYY-MM-DD`. */
  readonly localDate: string;
  /** When the occurrence was due, in milliseconds since 1970. Mails of earlier versions have none. */
  readonly dueAt?: number | undefined;
};

/** The content of a reminder mail. It has no text of an entry. */
export type ReminderMail = {
  readonly journalId: number;
  readonly journalName: string;
  readonly prompt: string;
  /** The path that stops the reminder without a session. */
  readonly stopPath: string;
};

/** The prompt of a date. Two reminders of one day usually have different prompts. */
function promptOf(localDate: string, reminderId: number): string {
  const prompt = prompts[(dayNumberOf(localDate) + reminderId) % prompts.length];
  if (!prompt) throw new Error("there are no prompts");
  return prompt.text;
}

/**
 * Finds what a reminder mail says now. `gone`: the reminder was stopped, its journal is in the trash or erased, or the mail is too late.
 * `later`: the read models do not have the journal yet.
 */
export async function findReminderMail(
  { vault, journalById, journalOfReminder, userSlugOf, clock }: ReminderDeps,
  userId: number,
  { journalId: dueInJournalId, reminderId, localDate, dueAt }: ReminderMailParams,
): Promise<ReminderMail | "gone" | "later"> {
  if (dueAt !== undefined && clock.now() - dueAt > maxReminderDelayMs) return "gone";
  const journalId = await journalOfReminder({ userId, journalId: dueInJournalId, reminderId });
  if (journalId === null) return "gone";
  const stream = streamOf.journal(journalId);
  const [key, journal] = await Promise.all([vault.openKey(stream), journalById(journalId)]);
  if (!key) return "gone";
  if (!journal) return "later";
  return {
    journalId,
    journalName: open(key, stream, "journal.name", journal.name),
    prompt: promptOf(localDate, reminderId),
    stopPath: `/app/disable-reminder/${reminderId}/${userSlugOf(userId)}`,
  };
}
