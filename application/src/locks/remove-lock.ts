import { isRejection } from "@daybook/domain/kernel/rejection";
import { unlockPurpose } from "@daybook/platform/identity/links";
import { type LockRow, removalId } from "@daybook/platform/locks/locks";
import { provePassword } from "../access/lock-password.ts";
import { noteActivity } from "../accounts/note-activity.ts";
import type { Application } from "../application.ts";
import type { Context, Refusal } from "../context.ts";
import { maxLockAttempts, tooManyLockChanges, wasLockChangeRecorded } from "./lock-steps.ts";
import type { LockTarget } from "./lock-target.ts";

/**
 * Records in the log, and in the account's activity, the removal of a lock that the vault no longer has.
 *
 * @param removedLock the lock that this run removed; `null` when there was none, as after a crash between the vault and the log
 */
export async function recordRemoval(
  app: Application,
  context: Context,
  target: LockTarget,
  removedLock: LockRow | null,
  removedBy: "owner" | "link",
): Promise<Refusal | null> {
  const { command } = context;
  const { stream, kind: lockedKind, id: lockedId } = target;
  // The decider ignores a second removal.
  const refusal = await target.record(command, { kind: "removed", by: removedBy });
  // The log has the removal now, so the job that publishes pending lock events need not record it.
  if (removedLock) await app.locks.markPublished(stream, removalId(removedLock));
  if (refusal) return refusal;
  if (!removedLock && !(await wasLockChangeRecorded(app, command, stream, "removed"))) return null;
  await noteActivity(app, context, "lock removal", (originAndTime) => ({
    type: "NoteLockRemoval",
    data: { locked: lockedKind, lockedId, by: removedBy, ...originAndTime },
  }));
  return null;
}

/** Returns the refusal that {@link removeLock} would return. Checking a password counts as a try; the lock does not change. */
export async function refuseToRemoveLock(
  app: Application,
  context: Context,
  { kind: lockedKind, stream }: LockTarget,
  password: string,
): Promise<Refusal | null> {
  const { command } = context;
  const lock = command.completed ? null : await app.locks.readLock(stream);
  if (!lock || (await wasLockChangeRecorded(app, command, stream, "removed"))) return null;
  const proof = await provePassword(app, context, { lockedKind, lock }, password);
  return isRejection(proof) ? proof : null;
}

/**
 * Removes a lock by its password or its recovery code, first in the vault, then in the log. Also revokes the mailed links that
 * remove it, and adds the removal to the account's activity.
 */
export async function removeLock(
  app: Application,
  context: Context,
  target: LockTarget,
  password: string,
): Promise<Refusal | null> {
  const { actor, command } = context;
  if (command.completed) return null;
  for (let attempt = 0; attempt < maxLockAttempts; attempt++) {
    const lock = await app.locks.readLock(target.stream);
    if (lock && (await wasLockChangeRecorded(app, command, target.stream, "removed"))) return null;
    if (lock) {
      const proof = await provePassword(app, context, { lockedKind: target.kind, lock }, password);
      if (isRejection(proof)) return proof;
      if (!(await app.locks.remove(lock, proof.key))) continue;
      await app.links.revokeAll(actor.userId, [unlockPurpose(target.stream)]);
    }
    return recordRemoval(app, context, target, lock, "owner");
  }
  return tooManyLockChanges();
}
