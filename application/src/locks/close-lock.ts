import { lockTypes } from "@daybook/domain/contract/lock-types";
import { reject } from "@daybook/domain/kernel/rejection";
import { refuseLocked } from "../access/lock-gate.ts";
import type { Application } from "../application.ts";
import type { Command, Refusal } from "../context.ts";
import { notLockedRefusal } from "./lock-steps.ts";
import type { LockTarget } from "./lock-target.ts";

/** The refusal that {@link closeLock} would return. Changes nothing. */
export function refuseToCloseLock(command: Command, { lock, kind: lockedKind }: LockTarget): Refusal | null {
  if (command.completed) return null;
  if (!lock) return notLockedRefusal(lockedKind);
  if (lock.type !== lockTypes.password || lock.remember) return null;
  const message = "The password of this lock is not remembered. Type it to lock again.";
  return reject("invalid", message, { plain_password: message });
}

/**
 * Closes a lock in all sessions. Refused for a password lock that does not remember its password: locking again needs this password.
 */
export async function closeLock(
  app: Application,
  command: Command,
  target: LockTarget,
): Promise<Refusal | null> {
  if (command.completed) return null;
  const refusal = refuseToCloseLock(command, target);
  if (!refusal) await app.locks.close(target.stream);
  return refusal;
}

/** The refusal that {@link changeAutoLock} would return. Changes nothing. */
export function refuseToChangeAutoLock(
  command: Command,
  { lock, kind: lockedKind }: LockTarget,
  auto: boolean,
): Refusal | null {
  if (command.completed) return null;
  if (!lock) return auto ? notLockedRefusal(lockedKind) : null;
  return lock.isOpen ? null : refuseLocked(lockedKind, lock);
}

/** Turns auto-lock of an open lock on or off. */
export async function changeAutoLock(
  app: Application,
  command: Command,
  target: LockTarget,
  auto: boolean,
): Promise<Refusal | null> {
  const refusal = refuseToChangeAutoLock(command, target, auto);
  if (refusal || command.completed || !target.lock) return refusal;
  await app.locks.setAuto(target.stream, auto);
  return target.record(command, { kind: "auto", auto });
}
