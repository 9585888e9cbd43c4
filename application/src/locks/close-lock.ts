import { lockTypes } from "@daybook/domain/contract/lock-types";
import { reject } from "@daybook/domain/kernel/rejection";
import { refuseLocked } from "../access/lock-gate.ts";
import type { Application } from "../application.ts";
import type { Command, Refusal } from "../context.ts";
import { notLockedRefusal } from "./lock-steps.ts";
import type { LockTarget } from "./lock-target.ts";

/** Closes a lock in all sessions. For a password lock, this works only with the option to remember its password. */
export async function closeLock(
  app: Application,
  command: Command,
  { lock, what, stream }: LockTarget,
): Promise<Refusal | null> {
  if (command.completed) return null;
  if (!lock) return notLockedRefusal(what);
  if (lock.type === lockTypes.password && !lock.remember) {
    const message = "The password of this lock is not remembered. Type it to lock again.";
    return reject("invalid", message, { plain_password: message });
  }
  await app.locks.close(stream);
  return null;
}

/** Sets whether an open lock closes by itself. */
export async function changeAutoLock(
  app: Application,
  command: Command,
  target: LockTarget,
  auto: boolean,
): Promise<Refusal | null> {
  if (command.completed) return null;
  const { lock, what, stream } = target;
  if (!lock) return auto ? notLockedRefusal(what) : null;
  if (!lock.isOpen) return refuseLocked(what, lock);
  await app.locks.setAuto(stream, auto);
  return target.record(command, { fact: "auto", auto });
}
