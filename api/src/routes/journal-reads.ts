import { isRejection } from "@daybook/domain/kernel/rejection";
import { entriesOfThisDay, entriesPerDay, wordTotals } from "@daybook/read-models/queries/entry-days";
import type { ApiDeps } from "../deps.ts";
import type { Mount } from "../http/mount.ts";
import { listedTexts } from "../policies/entry-access.ts";
import { activeJournal, openJournals } from "../policies/journal-access.ts";
import { closedEntries } from "../policies/lock-gate.ts";
import { presentListed } from "../presenters/entry.ts";
import { loadAccount } from "./account/change-account.ts";
import { localDateAt } from "./entry-dates.ts";

const mostOfOneDay = 100;

/** The calls that look over a journal, or over all of them, and the prompts for the next entry. */
export function mountJournalReads(mount: Mount, deps: ApiDeps): void {
  /** `YYYY-MM-DD` where the reader is. */
  const today = async (userId: number, at: string) =>
    localDateAt(at, (await loadAccount(deps, userId)).settings.timezone);

  mount("onThisDay", async ({ actor, act }) => {
    const [journals, day] = await Promise.all([openJournals(deps, actor), today(actor.userId, act.at)]);
    const names = new Map(journals.map(({ id, clearName }) => [id, clearName]));
    const rows = await entriesOfThisDay(deps.pool, [...names.keys()], day, mostOfOneDay);
    const texts = await listedTexts(deps, actor, rows);
    const entries = rows.flatMap((row) => {
      const text = texts.get(row.id);
      const name = names.get(row.journalId);
      if (!text || name === undefined) return [];
      return [{ entry: presentListed(row, text, { id: row.journalId, name }) }];
    });
    return { status: 200, body: { entries } };
  });

  mount("getWordCount", async ({ actor, params }) => {
    const journal = await activeJournal(deps, actor, params.journalId);
    if (isRejection(journal)) return journal;
    const closed = await closedEntries(deps, actor);
    const { words, entries } = await wordTotals(deps.pool, journal.id, closed);
    return { status: 200, body: { word_count: words, entry_count: entries } };
  });

  mount("getCalendar", async ({ actor, params, query, act }) => {
    const journal = await activeJournal(deps, actor, params.journalId);
    if (isRejection(journal)) return journal;
    const year = query.year ?? Number((await today(actor.userId, act.at)).slice(0, 4));
    const perDay = await entriesPerDay(deps.pool, journal.id, year);
    const days = Object.fromEntries(perDay.map(({ day, entries }) => [day, entries]));
    return { status: 200, body: { days } };
  });

  mount("getRandomPrompt", ({ actor }) => {
    const { id, text } = deps.pickPrompt(actor.userId);
    return Promise.resolve({ status: 200, body: { prompt: { id, text } } });
  });
}
