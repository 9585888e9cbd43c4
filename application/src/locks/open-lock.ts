import { lockTypes } from "@daybook/domain/contract/lock-types";
import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection, reject } from "@daybook/domain/kernel/rejection";
import { deriveSecret } from "@daybook/platform/vault/seal";
import type { LockRow } from "@daybook/platform/locks/locks";
import { provePassword } from "../access/lock-password.ts";
import { changeAccount, originOf } from "../accounts/change-account.ts";
import type { Application } from "../application.ts";
import type { Context, Refusal } from "../context.ts";
import { waitForReadModels } from "../wait-for-read-models.ts";
import type { LockSecrets } from "./lock-change.ts";
import { closedLockRefusal } from "./lock-steps.ts";
import type { LockTarget } from "./lock-target.ts";

/** Records in the account's activity list that the lock was opened. */
async function recordOpening(
  app: Application,
  { actor: { userId }, command, caller }: Context,
  target: LockTarget,
): Promise<Refusal | null> {
  const key = await app.vault.openKey(streamOf.account(userId));
  if (!key) return reject("unauthenticated", "Your session has ended. Please log in.");
  const accountChange = await changeAccount(app, userId, command, "open lock", {
    type: "OpenLock",
    data: { locked: target.kind, lockedId: target.id, ...originOf(key, userId, caller), at: command.at },
  });
  if (isRejection(accountChange)) return accountChange;
  await waitForReadModels(app, ["account"], accountChange.position);
  return null;
}

/**
 * True for a repeat after a run that succeeded, because the lock may have been closed since and must not be opened again. False for an
 * encryption lock that is still open: its unlock token was lost with the reply, so the repeat opens the lock again for a new token.
 */
async function isDone(app: Application, { actor, command }: Context, lock: LockRow): Promise<boolean> {
  if (!command.completed) return false;
  return lock.type !== lockTypes.encryption || !(await app.locks.isOpenIn(lock, actor.sessionFamilyId));
}

/** Returns the refusal that {@link openLock} would return. Checking a password counts as a try; the lock does not change. */
export async function refuseToOpenLock(
  app: Application,
  context: Context,
  { kind: lockedKind, stream }: LockTarget,
  password: string,
): Promise<Refusal | null> {
  const lock = await app.locks.readLock(stream);
  if (!lock || (await isDone(app, context, lock))) return null;
  const proof = await provePassword(app, context, { lockedKind, lock }, password);
  return isRejection(proof) ? proof : null;
}

/** Opens a lock for the actor's session, with its password or its recovery code. */
export async function openLock(
  app: Application,
  context: Context,
  target: LockTarget,
  password: string,
): Promise<LockSecrets | Refusal> {
  const lock = await app.locks.readLock(target.stream);
  if (!lock || (await isDone(app, context, lock))) return {};
  const proof = await provePassword(app, context, { lockedKind: target.kind, lock }, password);
  if (isRejection(proof)) return proof;
  const openedLock = await app.locks.open(lock, context.actor.sessionFamilyId, proof.key);
  // The lock was changed after it was read, or the session has ended.
  if (!openedLock) return closedLockRefusal(target, lock);
  const refusal = await recordOpening(app, context, target);
  if (refusal) return refusal;
  if (openedLock.token === null || !proof.key) return {};
  return { unlockToken: openedLock.token, draftKey: deriveSecret(proof.key, "drafts") };
}
