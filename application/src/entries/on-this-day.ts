import { entriesOfThisDay } from "@daybook/read-models/queries/entry-days";
import { listedTexts } from "../access/entry-access.ts";
import { openJournals } from "../access/journal-access.ts";
import type { Application } from "../application.ts";
import type { Context } from "../context.ts";
import { todayOf } from "../journals/survey-journal.ts";
import { listedPhotos } from "../photos/list-photos.ts";
import { extrasOf } from "./entry-extras.ts";
import { type ListedEntryView, viewListedEntry } from "./entry-view.ts";

const maxEntries = 100;

/** Lists the entries of earlier years with today's day and month, from all unlocked journals. */
export async function listOnThisDay(app: Application, context: Context): Promise<ListedEntryView[]> {
  const { actor } = context;
  const [journals, today] = await Promise.all([openJournals(app, actor), todayOf(app, context)]);
  const journalById = new Map(journals.map((journal) => [journal.id, journal]));
  const rows = await entriesOfThisDay(app.pool, [...journalById.keys()], today, maxEntries);
  const ids = rows.map(({ id }) => id);
  const [texts, extras, photos] = await Promise.all([
    listedTexts(app, actor, rows),
    extrasOf(app, actor.userId, ids),
    listedPhotos(app, actor, ids),
  ]);
  return rows.flatMap((row) => {
    const text = texts.get(row.id);
    const journal = journalById.get(row.journalId);
    if (!text || !journal) return [];
    const extrasOfEntry = { photos: photos(row.id, text.key), extras: extras(row.id) };
    return [viewListedEntry(row, text, journal, extrasOfEntry)];
  });
}
