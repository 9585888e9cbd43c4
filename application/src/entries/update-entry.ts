import { isRejection } from "@daybook/domain/kernel/rejection";
import type { EntryPath } from "../access/entry-access.ts";
import type { Application } from "../application.ts";
import type { Context, Refusal } from "../context.ts";
import { changeEntryLock } from "../locks/entry-lock.ts";
import type { LockChange } from "../locks/lock-change.ts";
import { viewEntryFromOutside } from "./entry-view.ts";
import { type EditConflict, type EditResult, type EntryEdit, reviseEntry } from "./revise-entry.ts";

/** Changes of an entry: of its content, its lock, or both. */
export type EntryUpdate = { readonly edit: EntryEdit; readonly lock: LockChange | null };

/** True for an edit that changes something. */
const hasChanges = (edit: EntryEdit): boolean =>
  edit.restore ||
  Object.values({ ...edit, base: undefined, restore: undefined }).some((part) => part !== undefined);

/** Changes an entry and its lock. The edit comes first, unless the lock is opened first: an edit needs an open lock. */
export async function updateEntry(
  app: Application,
  context: Context,
  path: EntryPath,
  { edit, lock }: EntryUpdate,
): Promise<EditResult | Refusal | EditConflict> {
  // `auto` by itself has no effect: for an entry it can only be set together with the lock.
  if (!lock || lock.kind === "auto") return reviseEntry(app, context, path, edit);
  const isOpening = lock.kind === "open" || lock.kind === "remove";
  const editsBefore = !isOpening && hasChanges(edit);
  const before = editsBefore ? await reviseEntry(app, context, path, edit) : null;
  if (isRejection(before)) return before;
  const journalId = editsBefore && edit.journalId ? edit.journalId : path.journalId;
  const refused = await changeEntryLock(app, context, { ...path, journalId }, lock);
  if (refused) return refused;
  const entry = await viewEntryFromOutside(app, context, { ...path, journalId });
  if (isRejection(entry)) return entry;
  const after = isOpening && hasChanges(edit) ? await reviseEntry(app, context, path, edit) : null;
  return after && (isRejection(after) || after.changed) ? after : { changed: true, entry };
}
