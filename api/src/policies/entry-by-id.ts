import { entryDecider } from "@daybook/domain/entry/decider";
import type { Entry } from "@daybook/domain/entry/entry";
import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection, type Rejection } from "@daybook/domain/kernel/rejection";
import type { Actor } from "../context.ts";
import type { ApiDeps } from "../deps.ts";
import { type EntryPath, ownEntryState } from "./entry-access.ts";
import { activeJournal } from "./journal-access.ts";

/** An entry that was found by its id alone. */
export type OwnEntry = { readonly path: EntryPath; readonly state: Entry };

/**
 * The gates of an entry for calls that name no journal: where it lies is looked up, then its journal and itself are asked
 * for like anywhere else.
 */
export async function ownEntryById(
  deps: ApiDeps,
  actor: Actor,
  entryId: number,
): Promise<OwnEntry | Rejection> {
  const { state } = await deps.commands.load(entryDecider, streamOf.entry(entryId));
  const path = { journalId: state.journalId, entryId };
  const found = await ownEntryState(deps, actor, path);
  if (isRejection(found)) return found;
  const journal = await activeJournal(deps, actor, path.journalId);
  return isRejection(journal) ? journal : { path, state: found.state };
}
