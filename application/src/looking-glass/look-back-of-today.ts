import { entryById } from "@daybook/read-models/queries/entries";
import { entryIdsShownOn } from "@daybook/read-models/queries/look-backs";
import { openListedTexts } from "../access/entry-access.ts";
import { findActiveJournals } from "../access/journal-access.ts";
import { loadAccount } from "../accounts/change-account.ts";
import type { Application } from "../application.ts";
import type { Context } from "../context.ts";
import { withAppliedThemes } from "../entries/applied-themes.ts";
import { findExtrasOf } from "../entries/entry-extras.ts";
import { type ListedEntryView, viewListedEntry } from "../entries/entry-view.ts";
import { findListedPhotos } from "../photos/list-photos.ts";
import { chooseEntry, findVisibleEntry } from "./choose-entry.ts";

/**
 * Finds the id of the entry to show today: one that was shown today already and is still visible. If there is none, chooses an entry
 * and records the choice, so that another entry is chosen tomorrow.
 */
async function findEntryOfToday(app: Application, userId: number, today: string): Promise<number | null> {
  for (const entryId of await entryIdsShownOn(app.pool, userId, today)) {
    if (await findVisibleEntry(app, userId, entryId)) return entryId;
  }
  const choice = await chooseEntry(app, userId, today);
  if (choice) await app.lookBacks.markShown(userId, today, choice);
  return choice?.entryId ?? null;
}

/**
 * The entry that Looking Glass shows today, by the same rules as in its mails; `null` when there is none, or when Looking Glass is off.
 *
 * @param today `YYYY-MM-DD` in the actor's time zone
 */
export async function findLookBackOfToday(
  app: Application,
  { actor, command }: Context,
  today: string,
): Promise<ListedEntryView | null> {
  const { userId } = actor;
  const { settings } = await loadAccount(app, userId);
  const entryId = settings.lookingGlass ? await findEntryOfToday(app, userId, today) : null;
  const row = entryId === null ? null : await entryById(app.pool, entryId);
  if (!row) return null;
  const [journals, texts, extrasOf, photosOf, [metadata = row]] = await Promise.all([
    findActiveJournals(app, actor),
    openListedTexts(app, actor, [row]),
    findExtrasOf(app, userId, [row.id]),
    findListedPhotos(app, actor, [row.id]),
    withAppliedThemes(app, userId, command.at, [row]),
  ]);
  const text = texts.get(row.id);
  const journal = journals.find(({ id }) => id === row.journalId);
  if (!text || !journal) return null;
  return viewListedEntry(metadata, text, journal, {
    photos: photosOf(row.id, text.key),
    extras: extrasOf(row.id),
  });
}
