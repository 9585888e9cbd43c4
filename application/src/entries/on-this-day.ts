import { entriesOfThisDay } from "@daybook/read-models/queries/entry-days";
import { listedTexts } from "../access/entry-access.ts";
import { openJournals } from "../access/journal-access.ts";
import type { Application } from "../application.ts";
import type { Context } from "../context.ts";
import { todayOf } from "../journals/survey-journal.ts";
import { type ListedEntryView, viewListedEntry } from "./entry-view.ts";

const mostOfOneDay = 100;

/** Lists the entries of earlier years whose date has today's day and month, from all open journals. */
export async function listOnThisDay(app: Application, context: Context): Promise<ListedEntryView[]> {
  const { actor } = context;
  const [journals, today] = await Promise.all([openJournals(app, actor), todayOf(app, context)]);
  const journalById = new Map(journals.map((journal) => [journal.id, journal]));
  const rows = await entriesOfThisDay(app.pool, [...journalById.keys()], today, mostOfOneDay);
  const texts = await listedTexts(app, actor, rows);
  return rows.flatMap((row) => {
    const text = texts.get(row.id);
    const journal = journalById.get(row.journalId);
    return text && journal ? [viewListedEntry(row, text, journal)] : [];
  });
}
