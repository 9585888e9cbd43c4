import { isRejection } from "@daybook/domain/kernel/rejection";
import { entriesPerDay, countWordsAndEntries } from "@daybook/read-models/queries/entry-days";
import { findActiveJournal } from "../access/journal-access.ts";
import { findClosedEntryIds } from "../access/lock-gate.ts";
import { loadAccount } from "../accounts/change-account.ts";
import type { Application } from "../application.ts";
import type { Context, Refusal } from "../context.ts";
import { localDateAt } from "../entries/entry-dates.ts";

/** Today's date in the actor's time zone, `YYYY-MM-DD`. */
export const todayOf = async (app: Application, { actor, command }: Context): Promise<string> =>
  localDateAt(command.at, (await loadAccount(app, actor.userId)).settings.timezone);

/** Counts the words and entries of a journal, without the words of entries with a closed lock. */
export async function countWords(
  app: Application,
  { actor }: Context,
  journalId: number,
): Promise<{ words: number; entries: number } | Refusal> {
  const journal = await findActiveJournal(app, actor, journalId);
  if (isRejection(journal)) return journal;
  return countWordsAndEntries(app.pool, journal.id, await findClosedEntryIds(app, actor));
}

/** Counts the entries of each day of a year, by default of this year. Days without entries are missing. */
export async function countEntriesPerDay(
  app: Application,
  context: Context,
  { journalId, year }: { readonly journalId: number; readonly year?: number | undefined },
): Promise<{ day: string; entries: number }[] | Refusal> {
  const journal = await findActiveJournal(app, context.actor, journalId);
  if (isRejection(journal)) return journal;
  const thisYear = async () => Number((await todayOf(app, context)).slice(0, 4));
  return entriesPerDay(app.pool, journal.id, year ?? (await thisYear()));
}
