import type { Application } from "@daybook/application/application";
import type { ListedEntryView } from "@daybook/application/entries/entry-view";
import { findPastDays } from "@daybook/application/entries/on-this-day";
import { pickPrompt } from "@daybook/application/entries/pick-prompt";
import { countEntriesPerDay, countWords } from "@daybook/application/journals/count-entries";
import { isRejection } from "@daybook/domain/kernel/rejection";
import type { Mount } from "../http/mount.ts";
import { presentListedEntry } from "../presenters/entry.ts";

/** The calls for entries of past days, word counts, the calendar and writing prompts. */
export function mountJournalReads(mount: Mount, app: Application): void {
  mount("onThisDay", async (context) => {
    const { entries, lookBack } = await findPastDays(app, context);
    const presentEntry = (entry: ListedEntryView) => ({ entry: presentListedEntry(entry, context.origin) });
    return {
      status: 200,
      body: { entries: entries.map(presentEntry), look_back: lookBack && presentEntry(lookBack) },
    };
  });

  mount("getWordCount", async ({ params, ...context }) => {
    const totals = await countWords(app, context, params.journalId);
    if (isRejection(totals)) return totals;
    return { status: 200, body: { word_count: totals.words, entry_count: totals.entries } };
  });

  mount("getCalendar", async ({ params, query, ...context }) => {
    const perDay = await countEntriesPerDay(app, context, { ...params, ...query });
    if (isRejection(perDay)) return perDay;
    const days = Object.fromEntries(perDay.map(({ day, entries }) => [day, entries]));
    return { status: 200, body: { days } };
  });

  mount("getRandomPrompt", async (context) => {
    const { id, text } = pickPrompt(app, context);
    return { status: 200, body: { prompt: { id, text } } };
  });
}
