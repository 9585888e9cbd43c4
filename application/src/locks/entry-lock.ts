import { isRejection } from "@daybook/domain/kernel/rejection";
import type { EntryPath } from "../access/entry-access.ts";
import type { Application } from "../application.ts";
import type { Context, Refusal } from "../context.ts";
import { type EntryView, viewEntryEvenIfLocked } from "../entries/entry-view.ts";
import { changeLock, refuseLockChange } from "./change-lock.ts";
import type { LockChange } from "./lock-change.ts";
import { findEntryLockTarget } from "./lock-target.ts";
import { removeLockByLink, requestUnlockLink } from "./unlock-links.ts";

/** Sets, opens, closes, changes or removes the lock of an entry. `null` when it is done. */
export async function changeEntryLock(
  app: Application,
  context: Context,
  path: EntryPath,
  change: LockChange,
): Promise<Refusal | null> {
  const target = await findEntryLockTarget(app, context.actor, path);
  if (isRejection(target)) return target;
  const result = await changeLock(app, context, target, change);
  return isRejection(result) ? result : null;
}

/**
 * Returns the refusal that {@link changeEntryLock} would return. Checking a password counts as a try; the lock does not change.
 *
 * @param isRestored true when the same request restores the entry from the trash first
 */
export async function refuseEntryLockChange(
  app: Application,
  context: Context,
  path: EntryPath,
  change: LockChange,
  { isRestored }: { readonly isRestored: boolean },
): Promise<Refusal | null> {
  const target = await findEntryLockTarget(app, context.actor, path);
  if (isRejection(target)) return target;
  return refuseLockChange(app, context, { ...target, isInTrash: target.isInTrash && !isRestored }, change);
}

/** Mails the actor a link that removes the lock of an entry. */
export async function requestEntryUnlockLink(
  app: Application,
  context: Context,
  path: EntryPath,
): Promise<Refusal | null> {
  const target = await findEntryLockTarget(app, context.actor, path);
  return isRejection(target) ? target : requestUnlockLink(app, context, target, path);
}

/** Removes the lock of an entry by the token of a mailed link. Returns the entry. */
export async function removeEntryLockByLink(
  app: Application,
  context: Context,
  { token, ...path }: EntryPath & { readonly token: string },
): Promise<EntryView | Refusal> {
  const target = await findEntryLockTarget(app, context.actor, path);
  if (isRejection(target)) return target;
  const refusal = await removeLockByLink(app, context, target, token);
  return refusal ?? viewEntryEvenIfLocked(app, context, path);
}
