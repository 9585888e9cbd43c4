import { isRejection } from "@daybook/domain/kernel/rejection";
import { findJournalMetadata, type DecryptedJournal } from "../access/journal-access.ts";
import type { Application } from "../application.ts";
import type { Actor, Context, Refusal } from "../context.ts";
import { changeLock, refuseLockChange } from "./change-lock.ts";
import { changeAutoLock } from "./close-lock.ts";
import type { LockChange, LockSecrets } from "./lock-change.ts";
import { findJournalLockTarget } from "./lock-target.ts";
import { removeLockByLink, requestUnlockLink } from "./unlock-links.ts";

/** A journal after its lock was changed, with the secrets that only this reply contains. */
type ChangedJournalLock = { readonly journal: DecryptedJournal; readonly secrets: LockSecrets };

/** Reads the journal with the current lock access, because the change may have opened or closed the lock. */
async function readJournalAgain(
  app: Application,
  actor: Actor,
  journalId: number,
  newToken?: string,
): Promise<DecryptedJournal | Refusal> {
  const tokens = [...actor.lockAccess.tokens.values(), ...(newToken === undefined ? [] : [newToken])];
  const lockAccess = await app.locks.lockAccessOf(actor.userId, actor.sessionFamilyId, tokens);
  return findJournalMetadata(app, { ...actor, lockAccess }, journalId);
}

/** Sets, opens, closes, changes or removes the lock of a journal. */
export async function changeJournalLock(
  app: Application,
  context: Context,
  journalId: number,
  change: LockChange,
): Promise<ChangedJournalLock | Refusal> {
  const target = await findJournalLockTarget(app, context.actor, journalId);
  if (isRejection(target)) return target;
  const secrets = await changeLock(app, context, target, change);
  if (isRejection(secrets)) return secrets;
  const journal = await readJournalAgain(app, context.actor, journalId, secrets.unlockToken);
  return isRejection(journal) ? journal : { journal, secrets };
}

/**
 * Returns the refusal that {@link changeJournalLock} would return. Checking a password counts as a try; the lock does not change.
 *
 * @param isRestored true when the same request restores the journal from the trash first
 */
export async function refuseJournalLockChange(
  app: Application,
  context: Context,
  journalId: number,
  change: LockChange,
  { isRestored }: { readonly isRestored: boolean },
): Promise<Refusal | null> {
  const target = await findJournalLockTarget(app, context.actor, journalId);
  if (isRejection(target)) return target;
  return refuseLockChange(app, context, { ...target, isInTrash: target.isInTrash && !isRestored }, change);
}

/** Turns off auto-lock of a journal's lock, which must be open. */
export async function disableAutoLock(
  app: Application,
  { actor, command }: Context,
  journalId: number,
): Promise<DecryptedJournal | Refusal> {
  const target = await findJournalLockTarget(app, actor, journalId);
  if (isRejection(target)) return target;
  const refusal = await changeAutoLock(app, command, target, false);
  return refusal ?? readJournalAgain(app, actor, journalId);
}

/** Mails the actor a link that removes the password lock of a journal. */
export async function requestJournalUnlockLink(
  app: Application,
  context: Context,
  journalId: number,
): Promise<Refusal | null> {
  const target = await findJournalLockTarget(app, context.actor, journalId);
  if (isRejection(target)) return target;
  return requestUnlockLink(app, context, target, { journalId, entryId: null });
}

/** Removes the password lock of a journal by the token of a mailed link. */
export async function removeJournalLockByLink(
  app: Application,
  context: Context,
  { journalId, token }: { readonly journalId: number; readonly token: string },
): Promise<DecryptedJournal | Refusal> {
  const target = await findJournalLockTarget(app, context.actor, journalId);
  if (isRejection(target)) return target;
  const refusal = await removeLockByLink(app, context, target, token);
  return refusal ?? readJournalAgain(app, context.actor, journalId);
}
