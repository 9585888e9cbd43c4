import { findJournalMetadata, type DecryptedJournal } from "../access/journal-access.ts";
import type { Application } from "../application.ts";
import type { Context, Refusal } from "../context.ts";

/** A journal of the actor, also while it is locked or in the trash: name, cover and counts, but no entries. */
export const readJournal = (
  app: Application,
  { actor }: Context,
  journalId: number,
): Promise<DecryptedJournal | Refusal> => findJournalMetadata(app, actor, journalId);
