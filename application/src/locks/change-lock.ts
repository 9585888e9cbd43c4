import type { Application } from "../application.ts";
import type { Context, Refusal } from "../context.ts";
import { changeAutoLock, closeLock } from "./close-lock.ts";
import type { LockChange, LockSecrets } from "./lock-change.ts";
import type { LockTarget } from "./lock-target.ts";
import { openLock } from "./open-lock.ts";
import { removeLock } from "./remove-lock.ts";
import { setLock } from "./set-lock.ts";

const noSecrets = (refusal: Refusal | null): LockSecrets | Refusal => refusal ?? {};

/** Carries out one change of a lock: first in the vault, then in the log. */
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
    case "auto":
      return noSecrets(await changeAutoLock(app, context.command, target, change.auto));
  }
}
