import { entryDecider } from "@daybook/domain/entry/decider";
import type { Entry } from "@daybook/domain/entry/entry";
import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection, type Rejection } from "@daybook/domain/kernel/rejection";
import type { Actor } from "../context.ts";
import type { Application } from "../application.ts";
import { type EntryPath, openEntryState } from "./entry-access.ts";
import { findActiveJournal } from "./journal-access.ts";

/** An entry of the actor, with its id and that of its journal. */
export type EntryWithPath = { readonly path: EntryPath; readonly state: Entry };

/**
 * Finds an entry, active or in the trash, for calls that name no journal. The locks of the entry and of its journal must be open.
 * `not_found` when its journal is in the trash.
 */
export async function openEntryById(
  app: Application,
  actor: Actor,
  entryId: number,
): Promise<EntryWithPath | Rejection> {
  const { state } = await app.commands.load(entryDecider, streamOf.entry(entryId));
  const path = { journalId: state.journalId, entryId };
  const entry = await openEntryState(app, actor, path);
  if (isRejection(entry)) return entry;
  const journal = await findActiveJournal(app, actor, path.journalId);
  return isRejection(journal) ? journal : { path, state: entry.state };
}
