import type { Application } from "../application.ts";
import type { Context, Refusal } from "../context.ts";
import { changeAutoLock, closeLock, refuseToChangeAutoLock, refuseToCloseLock } from "./close-lock.ts";
import type { LockChange, LockSecrets } from "./lock-change.ts";
import type { LockTarget } from "./lock-target.ts";
import { openLock, refuseToOpenLock } from "./open-lock.ts";
import { refuseToRemoveLock, removeLock } from "./remove-lock.ts";
import { refuseToSetLock, setLock } from "./set-lock.ts";

const noSecrets = (refusal: Refusal | null): LockSecrets | Refusal => refusal ?? {};

/** Carries out one change of a lock: first in the vault, then in the log. Closing a lock is not in the log. */
export async function changeLock(
  app: Application,
  context: Context,
  target: LockTarget,
  change: LockChange,
): Promise<LockSecrets | Refusal> {
  switch (change.kind) {
    case "set":
      return setLock(app, context, target, change);
    case "open":
      return openLock(app, context, target, change.password);
    case "close":
      return noSecrets(await closeLock(app, context.command, target));
    case "remove":
      return noSecrets(await removeLock(app, context, target, change.password));
    case "changeAutoLock":
      return noSecrets(await changeAutoLock(app, context.command, target, change.autoLock));
  }
}

/**
 * Returns the refusal that {@link changeLock} would return, or `null`. A password that this function checks counts as a try; nothing
 * else changes. Call it before the other changes of the same request, so that a wrong password prevents them too.
 */
export async function refuseLockChange(
  app: Application,
  context: Context,
  target: LockTarget,
  change: LockChange,
): Promise<Refusal | null> {
  switch (change.kind) {
    case "set":
      return refuseToSetLock(app, context, target, change);
    case "open":
      return refuseToOpenLock(app, context, target, change.password);
    case "close":
      return refuseToCloseLock(context.command, target);
    case "remove":
      return refuseToRemoveLock(app, context, target, change.password);
    case "changeAutoLock":
      return refuseToChangeAutoLock(context.command, target, change.autoLock);
  }
}
