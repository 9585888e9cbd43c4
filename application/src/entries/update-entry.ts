import { entryDecider } from "@daybook/domain/entry/decider";
import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection, reject } from "@daybook/domain/kernel/rejection";
import type { EntryPath } from "../access/entry-access.ts";
import type { Application } from "../application.ts";
import type { Context, Refusal } from "../context.ts";
import { changeEntryLock, refuseEntryLockChange } from "../locks/entry-lock.ts";
import type { LockChange } from "../locks/lock-change.ts";
import { wasLockChangeRecorded } from "../locks/lock-steps.ts";
import { viewEntryEvenIfLocked } from "./entry-view.ts";
import { type EditConflict, type EditResult, type EntryEdit, reviseEntry } from "./revise-entry.ts";

/** Changes of an entry: of its content, its lock, or both. */
export type EntryUpdate = {
  readonly edit: EntryEdit;
  readonly lockChange: LockChange | null;
  /** The entry id in the form, if the form has one. It must equal the id in the path. */
  readonly formEntryId: number | undefined;
};

/** True for an edit that changes something. */
const hasChanges = (edit: EntryEdit): boolean =>
  edit.restore ||
  Object.values({ ...edit, base: undefined, restore: undefined, journalPassword: undefined }).some(
    (field) => field !== undefined,
  );

/**
 * The path of the entry now. It differs from the path of the request when an earlier run of the command has moved the entry. After a run
 * that succeeded, a later command may also have moved the entry.
 */
async function findCurrentPath(
  app: Application,
  { command }: Context,
  path: EntryPath,
  { journalId: toJournalId }: EntryEdit,
): Promise<EntryPath> {
  if (!command.repeated) return path;
  const { journalId } = (await app.commands.load(entryDecider, streamOf.entry(path.entryId))).state;
  return command.completed || journalId === toJournalId ? { ...path, journalId } : path;
}

/** True when an earlier run of the command made the edit. A repeat must skip the edit, because the entry may have a closed lock now. */
async function isEditDone(
  app: Application,
  { command }: Context,
  { entryId, journalId }: EntryPath,
  edit: EntryEdit,
): Promise<boolean> {
  if (command.completed || !command.repeated) return command.completed ?? false;
  const stream = streamOf.entry(entryId);
  // The lock is set or changed after the edit.
  if (await wasLockChangeRecorded(app, command, stream, "locked")) return true;
  const isMoveDone = edit.journalId === undefined || edit.journalId === journalId;
  return isMoveDone && (await app.commands.findCommandPosition(stream, command.commandId)) !== null;
}

/**
 * Changes an entry and its lock. If one of the two changes is refused, the other is not made either, with one exception: a lock
 * that was opened for a refused edit stays open. The edit of a locked entry needs an open lock. So a lock is opened before the edit,
 * and set, closed, changed or removed after the edit.
 */
export async function updateEntry(
  app: Application,
  context: Context,
  path: EntryPath,
  { edit, lockChange, formEntryId = path.entryId }: EntryUpdate,
): Promise<EditResult | Refusal | EditConflict> {
  if (formEntryId !== path.entryId) {
    const fields = { entry_id: "This is not the id in the path." };
    return reject("invalid", "The ids differ.", fields);
  }
  // The auto-lock of an entry can only be set together with its lock. A request that changes only the auto-lock does not change it.
  if (!lockChange || lockChange.kind === "changeAutoLock") return reviseEntry(app, context, path, edit);
  let pendingLockChange: LockChange | null = lockChange;
  let currentEntryPath = await findCurrentPath(app, context, path, edit);
  if (hasChanges(edit) && !(await isEditDone(app, context, currentEntryPath, edit))) {
    const refusal = await prepareLock(app, context, currentEntryPath, { edit, lockChange });
    if (refusal) return refusal;
    const editResult = await reviseEntry(app, context, path, edit);
    if (isRejection(editResult)) return editResult;
    currentEntryPath = { ...path, journalId: edit.journalId ?? path.journalId };
    if (lockChange.kind === "open") pendingLockChange = null;
  }
  const refusal =
    pendingLockChange && (await changeEntryLock(app, context, currentEntryPath, pendingLockChange));
  if (refusal) return refusal;
  const entry = await viewEntryEvenIfLocked(app, context, currentEntryPath);
  return isRejection(entry) ? entry : { changed: true, entry };
}

/**
 * When the request opens or removes the lock, opens the lock for the edit, with the password of the request. For any other change,
 * leaves the lock as it is, and returns the refusal that the change would get after the edit.
 */
function prepareLock(
  app: Application,
  context: Context,
  path: EntryPath,
  { edit, lockChange }: { readonly edit: EntryEdit; readonly lockChange: LockChange },
): Promise<Refusal | null> {
  if (lockChange.kind === "open" || lockChange.kind === "remove") {
    return changeEntryLock(app, context, path, { kind: "open", password: lockChange.password });
  }
  return refuseEntryLockChange(app, context, path, lockChange, { isRestored: edit.restore });
}
