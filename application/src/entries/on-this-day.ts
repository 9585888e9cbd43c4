import { entriesOfThisDay } from "@daybook/read-models/queries/entry-days";
import { openListedTexts } from "../access/entry-access.ts";
import { findActiveJournals } from "../access/journal-access.ts";
import type { Application } from "../application.ts";
import type { Context } from "../context.ts";
import { findLookBackOfToday } from "../looking-glass/look-back-of-today.ts";
import { todayOf } from "../journals/count-entries.ts";
import { findListedPhotos } from "../photos/list-photos.ts";
import { withAppliedThemes } from "./applied-themes.ts";
import { findExtrasOf } from "./entry-extras.ts";
import { type ListedEntryView, viewListedEntry } from "./entry-view.ts";

const maxEntries = 100;

/**
 * Lists the entries of this day in earlier years, from all journals that have Looking Glass on. Leaves out entries that are excluded
 * from Looking Glass, and entries behind a closed lock.
 *
 * @param today `YYYY-MM-DD` in the actor's time zone
 */
async function listEntriesOfDay(
  app: Application,
  { actor, command }: Context,
  today: string,
): Promise<ListedEntryView[]> {
  const journals = (await findActiveJournals(app, actor)).filter(({ lookingGlass }) => lookingGlass);
  const journalById = new Map(journals.map((journal) => [journal.id, journal]));
  const rows = await entriesOfThisDay(app.pool, [...journalById.keys()], today, maxEntries);
  const ids = rows.map(({ id }) => id);
  const [texts, extrasOf, photosOf, themedRows] = await Promise.all([
    openListedTexts(app, actor, rows),
    findExtrasOf(app, actor.userId, ids),
    findListedPhotos(app, actor, ids),
    withAppliedThemes(app, actor.userId, command.at, rows),
  ]);
  return themedRows.flatMap((row) => {
    const text = texts.get(row.id);
    const journal = journalById.get(row.journalId);
    if (!text || !journal || text.lock?.isOpen === false) return [];
    const photosAndExtras = { photos: photosOf(row.id, text.key), extras: extrasOf(row.id) };
    return [viewListedEntry(row, text, journal, photosAndExtras)];
  });
}

/** The earlier entries that the page with the journals shows. */
export type PastDays = {
  /** The entries of this day in earlier years. */
  readonly entries: readonly ListedEntryView[];
  /** The look-back of today; null when there is none, or when `entries` is not empty. */
  readonly lookBack: ListedEntryView | null;
};

/** Finds entries of earlier days: those of this day in earlier years, otherwise the look-back of today. */
export async function findPastDays(app: Application, context: Context): Promise<PastDays> {
  const today = await todayOf(app, context);
  const entries = await listEntriesOfDay(app, context, today);
  const lookBack = entries.length > 0 ? null : await findLookBackOfToday(app, context, today);
  return { entries, lookBack };
}
