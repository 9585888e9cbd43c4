import { accountDecider } from "@daybook/domain/account/decider";
import { tierAt } from "@daybook/domain/account/tier";
import { type LockType, lockTypes } from "@daybook/domain/contract/lock-types";
import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection, reject } from "@daybook/domain/kernel/rejection";
import { unlockPurpose } from "@daybook/platform/identity/links";
import type { LockRow, Proof } from "@daybook/platform/locks/locks";
import type { DataKey } from "@daybook/platform/vault/key-vault";
import { KeyLocked } from "@daybook/platform/vault/lock-access";
import type { LockTargetKind } from "../access/lock-gate.ts";
import { provePassword } from "../access/lock-password.ts";
import { refuseCommonPassword } from "../accounts/own-password.ts";
import type { Application } from "../application.ts";
import type { Command, Context, Refusal } from "../context.ts";
import type { LockSecrets, SetLock } from "./lock-change.ts";
import type { LockTarget } from "./lock-target.ts";
import {
  closedLockRefusal,
  maxLockAttempts,
  tooManyLockChanges,
  wasLockChangeRecorded,
} from "./lock-steps.ts";

/**
 * Refuses an encryption lock for a free account or with a very common password. A free account may still change the password of an
 * encryption lock that it has already.
 */
async function refuseEncryption(
  app: Application,
  { actor, command }: Context,
  password: string,
  type: LockType,
  replacedLock: LockRow | null,
): Promise<Refusal | null> {
  if (type !== lockTypes.encryption) return null;
  if (replacedLock?.type !== lockTypes.encryption) {
    const { state } = await app.commands.load(accountDecider, streamOf.account(actor.userId));
    if (tierAt(state.membership, command.at) === "free") {
      return reject("pro_required", "The encryption lock comes with PRO. A password lock is free.");
    }
  }
  return refuseCommonPassword(password, "plain_password");
}

/** The refusal when a lock would be changed without its current password. */
function missingPasswordRefusal(lockedKind: LockTargetKind): Refusal {
  const message = `This ${lockedKind} has a lock. Changing it needs its current password.`;
  return reject("wrong_password", message, { current_password: message });
}

/** Checks the current password of an existing lock before the lock is changed, even when it is open. */
async function proveCurrentPassword(
  app: Application,
  context: Context,
  { kind: lockedKind }: LockTarget,
  { change, replacedLock }: { readonly change: SetLock; readonly replacedLock: LockRow },
): Promise<Proof | Refusal> {
  // A repeat finds the lock that its first run set, which the new password opens.
  const isLockOfThisCommand = replacedLock.commandId === context.command.commandId;
  const password = isLockOfThisCommand ? change.password : change.currentPassword;
  if (!password) return missingPasswordRefusal(lockedKind);
  const field = isLockOfThisCommand ? "plain_password" : "current_password";
  return provePassword(app, context, { lockedKind, lock: replacedLock }, password, field);
}

/** The key that the new lock will protect. A change of an existing lock needs the current password of that lock. */
async function openKey(
  app: Application,
  context: Context,
  target: LockTarget,
  change: SetLock,
  replacedLock: LockRow | null,
): Promise<DataKey | Refusal> {
  const { actor } = context;
  if (replacedLock) {
    const proof = await proveCurrentPassword(app, context, target, { change, replacedLock });
    if (isRejection(proof)) return proof;
    if (proof.key) return proof.key;
    if (!(await app.locks.open(replacedLock, actor.sessionFamilyId, null)))
      return closedLockRefusal(target, replacedLock);
  }
  const key = await app.vault.openKey(target.keyId, actor.lockAccess);
  return key ?? reject("not_found", `This ${target.kind} no longer exists.`);
}

function nullIfLocked(error: unknown): null {
  if (error instanceof KeyLocked) return null;
  throw error;
}

/**
 * True when a repeat has nothing to do. A repeat that asked for a recovery code has to make a new code, because only the lost
 * reply contained the first one.
 */
async function isDone(
  app: Application,
  { command }: Context,
  { stream }: LockTarget,
  { change, replacedLock }: { readonly change: SetLock; readonly replacedLock: LockRow | null },
): Promise<boolean> {
  if (replacedLock?.commandId === command.commandId) return command.completed === true && !change.recovery;
  return command.completed === true || wasLockChangeRecorded(app, command, stream, "locked");
}

function refuseInTrash({ kind: lockedKind, isInTrash }: LockTarget, { completed }: Command): Refusal | null {
  if (!isInTrash || completed) return null;
  const code = lockedKind === "journal" ? "journal_trashed" : "entry_trashed";
  return reject(code, `This ${lockedKind} is in the trash. Restore it first.`);
}

/** Returns the refusal that {@link setLock} would return. Checking a password counts as a try; the lock does not change. */
export async function refuseToSetLock(
  app: Application,
  context: Context,
  target: LockTarget,
  change: SetLock,
): Promise<Refusal | null> {
  const trashRefusal = refuseInTrash(target, context.command);
  if (trashRefusal) return trashRefusal;
  const replacedLock = await app.locks.readLock(target.stream);
  if (await isDone(app, context, target, { change, replacedLock })) return null;
  const type = change.type ?? replacedLock?.type ?? lockTypes.password;
  const refusal = await refuseEncryption(app, context, change.password, type, replacedLock);
  if (refusal || !replacedLock) return refusal;
  const proof = await proveCurrentPassword(app, context, target, { change, replacedLock });
  return isRejection(proof) ? proof : null;
}

/**
 * Sets a lock or changes an existing one: first in the vault, then in the log. The lock is then closed in all sessions, and the
 * unlock links that were mailed for it no longer work. Returns the recovery code, if the change has made a new one.
 */
export async function setLock(
  app: Application,
  context: Context,
  target: LockTarget,
  change: SetLock,
): Promise<LockSecrets | Refusal> {
  const { actor, command } = context;
  const { kind: lockedKind, stream, keyId } = target;
  const trashRefusal = refuseInTrash(target, command);
  if (trashRefusal) return trashRefusal;
  const { password, hint, recovery } = change;
  for (let attempt = 0; attempt < maxLockAttempts; attempt++) {
    const replacedLock = await app.locks.readLock(stream);
    if (await isDone(app, context, target, { change, replacedLock })) return {};
    const type = change.type ?? replacedLock?.type ?? lockTypes.password;
    const remember = change.remember ?? replacedLock?.remember ?? false;
    const auto = change.autoLock ?? replacedLock?.auto ?? false;
    const refusal = await refuseEncryption(app, context, password, type, replacedLock);
    if (refusal) return refusal;
    const key = await openKey(app, context, target, change, replacedLock).catch(nullIfLocked);
    // A concurrent command, or another run of this one, has set a lock since `replacedLock` was read.
    if (key === null) continue;
    if (isRejection(key)) return key;
    const settings = { stream, userId: actor.userId, type, keyId, password, remember, auto, recovery };
    const lock = { ...settings, hint: target.sealHint(hint), commandId: command.commandId };
    const setResult = await app.locks.set({ ...lock, replacedLock, key });
    if (!setResult) continue;
    app.wordBags.clear(app.clock.now());
    await app.links.revokeAll(actor.userId, [unlockPurpose(stream)]);
    const recordRefusal = await target.record(command, { kind: "locked", type, hint, remember, auto });
    await app.locks.markPublished(stream, command.commandId);
    if (recordRefusal) return recordRefusal;
    return setResult.recoveryCode === null || lockedKind === "entry"
      ? {}
      : { recoveryCode: setResult.recoveryCode };
  }
  return tooManyLockChanges();
}
