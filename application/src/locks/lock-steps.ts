import { reject } from "@daybook/domain/kernel/rejection";
import type { LockRow } from "@daybook/platform/locks/locks";
import { type LockTargetKind, refuseLocked } from "../access/lock-gate.ts";
import type { Application } from "../application.ts";
import { childCommand } from "../child-command.ts";
import type { Command, Refusal } from "../context.ts";
import type { LockTarget } from "./lock-target.ts";

/** How many times a change of a lock is tried at most. A try fails when another change of the lock came after the try had read the lock. */
export const maxLockAttempts = 4;

/** The refusal when other changes of the same lock came first each time. */
export const tooManyLockChanges = () =>
  reject("unavailable", "This lock is being changed. Please try again.");

/** The refusal for a change that needs a lock. */
export const notLockedRefusal = (lockedKind: LockTargetKind) =>
  reject("invalid", `This ${lockedKind} has no lock.`, { lock: `This ${lockedKind} has no lock.` });

/** The refusal for a change that needs the lock to be open. */
export const closedLockRefusal = (target: LockTarget, { type }: LockRow): Refusal =>
  refuseLocked(target.kind, { type, hint: target.lock?.hint ?? "" });

/**
 * True when this run is a repeat, and an earlier run of the same command recorded this change of the lock. With this check, a late repeat
 * does not undo a newer change.
 */
export async function wasLockChangeRecorded(
  app: Application,
  command: Command,
  stream: string,
  changeKind: "locked" | "removed",
): Promise<boolean> {
  if (!command.repeated) return false;
  return (
    (await app.commands.findCommandPosition(
      stream,
      childCommand(command, `lock ${changeKind}`).commandId,
    )) !== null
  );
}
