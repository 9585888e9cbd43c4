import { accountDecider } from "@daybook/domain/account/decider";
import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection } from "@daybook/domain/kernel/rejection";
import {
  countEntries,
  type EntryListing,
  listEntries as listRows,
} from "@daybook/read-models/queries/entries";
import { findActiveJournal, findOpenJournal } from "../access/journal-access.ts";
import { findClosedEntryIds } from "../access/lock-gate.ts";
import type { Application } from "../application.ts";
import type { Context, Refusal } from "../context.ts";
import { type EntryListView, viewEntryList } from "./entry-list-view.ts";
import { listedDays, type TimeFilter } from "./listed-days.ts";

/** Which entries of a journal a list shows, and which page of them. */
export type EntryListInput = Omit<EntryListing, "days" | "closedEntryIds"> &
  TimeFilter & { readonly page: number };

/** Lists a page of a journal's entries. */
export async function listEntries(
  app: Application,
  context: Context,
  input: EntryListInput,
): Promise<EntryListView | Refusal> {
  const { actor, command } = context;
  // A journal in the trash has no page except the list of its trashed entries, from which they can be restored.
  const findJournal = input.view === "trashed" ? findOpenJournal : findActiveJournal;
  const [journal, account] = await Promise.all([
    findJournal(app, actor, input.journalId),
    input.time === "all" ? null : app.commands.load(accountDecider, streamOf.account(actor.userId)),
  ]);
  if (isRejection(journal)) return journal;
  const days = listedDays(input, command.at, account?.state.settings.timezone ?? "UTC");
  if (isRejection(days)) return days;
  // The tags of an entry with a closed lock are hidden, so it must not be found by them.
  const closedEntryIds = input.tag === undefined ? [] : await findClosedEntryIds(app, actor);
  const listing = { ...input, days, closedEntryIds };
  const [page, total] = await Promise.all([listRows(app.pool, listing), countEntries(app.pool, listing)]);
  if (isRejection(page)) return page;
  return viewEntryList(app, context, journal, {
    rows: page.entries,
    nextCursor: page.nextCursor,
    total,
    number: input.page,
    size: input.limit,
  });
}
