import { reject } from "@daybook/domain/kernel/rejection";
import type { LockRow, Proof } from "@daybook/platform/locks/locks";
import type { Context, Refusal } from "../context.ts";
import type { Application } from "../application.ts";
import { limits, limitTries } from "./limits.ts";
import type { LockTargetKind } from "./lock-gate.ts";

/**
 * Checks the password of a lock. After five wrong passwords for one lock within a quarter of an hour, tries are refused for
 * a while. A correct password resets this count. All tries from an IP address have a limit too.
 *
 * @param field the request field that the refusal names
 */
export async function provePassword(
  app: Application,
  { actor, caller }: Pick<Context, "actor" | "caller">,
  { lockedKind, lock }: { readonly lockedKind: LockTargetKind; readonly lock: LockRow },
  password: string,
  field = "plain_password",
): Promise<Proof | Refusal> {
  const key = `${actor.userId} ${lock.stream}`;
  const limitRefusal =
    (await limitTries(app, limits.lockFromIp, caller.ip)) ??
    (await limitTries(app, limits.passwordOfLock, key));
  if (limitRefusal) return limitRefusal;
  const proof = await app.locks.prove(lock, password);
  if (!proof) {
    const message = `This is not the password of this ${lockedKind}.`;
    return reject("wrong_password", message, { [field]: message });
  }
  await app.rateLimits.reset(limits.passwordOfLock, key);
  return proof;
}
