import { accountDecider } from "@daybook/domain/account/decider";
import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection } from "@daybook/domain/kernel/rejection";
import { findActiveJournal } from "../access/journal-access.ts";
import type { Application } from "../application.ts";
import type { Context, Refusal } from "../context.ts";
import { type DateInput, entryDate, localDateAt } from "./entry-dates.ts";
import { readEntryText, warnIfEmpty } from "./entry-text.ts";
import { type EntryView, viewEntry, viewCurrentEntry } from "./entry-view.ts";
import { findPhotoSources } from "../photos/find-photo-sources.ts";
import { findCreatedEntryId, storeNewEntry } from "./save-entry.ts";

/** A new entry. The default date is the current time; the default time zone is the account's. */
export type EntryDraft = DateInput & {
  readonly journalId: number;
  readonly title: string;
  readonly html: string;
  readonly promptId: number | null;
};

/** Creates an entry. */
export async function createEntry(
  app: Application,
  context: Context,
  draft: EntryDraft,
): Promise<EntryView | Refusal> {
  const { actor, command } = context;
  const createdId = await findCreatedEntryId(app, command);
  if (createdId !== null) return viewCurrentEntry(app, context, createdId);
  const [journal, account] = await Promise.all([
    findActiveJournal(app, actor, draft.journalId),
    app.commands.load(accountDecider, streamOf.account(actor.userId)),
  ]);
  if (isRejection(journal)) return journal;
  const timezone = draft.timezone ?? account.state.settings.timezone;
  const currentDate = { createdAt: command.at, localDate: localDateAt(command.at, timezone), timezone };
  const text = await readEntryText(app, actor.userId, draft.title, draft.html);
  warnIfEmpty(app, text, command.requestId);
  const newEntry = await storeNewEntry(app, command, {
    userId: actor.userId,
    journalId: journal.id,
    text,
    // A client may send only a date. `entryDate` then uses the current time for today, and midnight UTC for another day.
    date: entryDate({ ...draft, created: draft.created ?? draft.localDate }, currentDate),
    promptId: draft.promptId,
    photosFrom: await findPhotoSources(app, actor, text.html, null),
    lockAccess: actor.lockAccess,
  });
  return isRejection(newEntry) ? newEntry : viewEntry(app, context, journal, newEntry, text);
}
