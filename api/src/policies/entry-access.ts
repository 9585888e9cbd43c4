import { type Entry, entryDecider } from "@daybook/domain/entry/decider";
import { streamOf } from "@daybook/domain/kernel/ids";
import { reject, type Rejection } from "@daybook/domain/kernel/rejection";
import type { DataKey } from "@daybook/platform/privacy/key-vault";
import { type EntryWithBody, entryById } from "@daybook/read-models/queries/entries";
import { isParked } from "@daybook/read-models/queries/parked";
import type { Actor } from "../context.ts";
import type { ApiDeps } from "../deps.ts";

/** The path of an entry. */
export type EntryPath = { readonly journalId: number; readonly entryId: number };

const notFound = () => reject("not_found", "We couldn't find that entry in your journal.");
const late = () => reject("unavailable", "This entry is being brought up to date. Please try again.");

/** True for an entry that its owner may still touch, in the journal that the path names. */
function isOwn(entry: Entry, actor: Actor, path: EntryPath): boolean {
  const there = entry.status === "active" || entry.status === "trashed";
  return there && entry.accountId === actor.userId && entry.journalId === path.journalId;
}

/** The folded entry and its key, for a command. Somebody else's entry, or one under another journal, does not exist. */
export async function ownEntryState(
  deps: ApiDeps,
  actor: Actor,
  path: EntryPath,
): Promise<{ state: Entry; key: DataKey } | Rejection> {
  const stream = streamOf.entry(path.entryId);
  const [{ state }, key] = await Promise.all([
    deps.commands.load(entryDecider, stream),
    deps.vault.openKey(stream),
  ]);
  return key && isOwn(state, actor, path) ? { state, key } : notFound();
}

/** The entry as the read model has it, and its key. An entry that is stored but not yet there is a 503. */
export async function ownEntryRow(
  deps: ApiDeps,
  actor: Actor,
  path: EntryPath,
): Promise<{ row: EntryWithBody; key: DataKey } | Rejection> {
  const stream = streamOf.entry(path.entryId);
  const [row, key, parked] = await Promise.all([
    entryById(deps.pool, path.entryId),
    deps.vault.openKey(stream),
    isParked(deps.pool, stream),
  ]);
  if (!row) {
    const { state } = await deps.commands.load(entryDecider, stream);
    return isOwn(state, actor, path) ? late() : notFound();
  }
  if (!key || row.userId !== actor.userId || row.journalId !== path.journalId) return notFound();
  if (parked) return late();
  return { row, key };
}
