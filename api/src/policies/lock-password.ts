import { reject } from "@daybook/domain/kernel/rejection";
import type { LockRow, Proof } from "@daybook/platform/privacy/locks";
import type { Actor, Caller, Refusal } from "../context.ts";
import type { ApiDeps } from "../deps.ts";
import { limits, tooMany } from "./limits.ts";
import type { Locked } from "./lock-gate.ts";

/**
 * Asks for the password of a lock: five wrong tries in a quarter of an hour, then nothing is tried any more for a while. A
 * right one ends the count.
 */
export async function provePassword(
  deps: ApiDeps,
  who: { readonly actor: Actor; readonly caller: Caller },
  of: { readonly what: Locked; readonly lock: LockRow },
  password: string,
  field = "plain_password",
): Promise<Proof | Refusal> {
  const { what, lock } = of;
  const key = `${who.actor.userId} ${lock.stream}`;
  const limited =
    (await tooMany(deps, limits.lockFromAddress, who.caller.ip)) ??
    (await tooMany(deps, limits.passwordOfLock, key));
  if (limited) return limited;
  const proof = await deps.locks.prove(lock, password);
  if (!proof) {
    const message = `This is not the password of this ${what}.`;
    return reject("wrong_password", message, { [field]: message });
  }
  await deps.rateLimits.forgive(limits.passwordOfLock, key);
  return proof;
}
