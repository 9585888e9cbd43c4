import type { LockChange } from "@daybook/application/locks/lock-change";
import { lockTypes } from "@daybook/domain/contract/lock-types";
import type { Call } from "../../context.ts";

type Body = Partial<Call<"updateJournal">["body"]>;

/** The lock change that a body asks for, or `null`. The contract has checked the fields. */
export function readLockChange(body: Body): LockChange | null {
  const { plain_password: password = "", password_hint: hint = "", lock_type: type, auto: autoLock } = body;
  // Locking with the stored password closes the existing lock.
  if (body.lock && body.use_stored_password) return { kind: "close" };
  if (body.lock) {
    return {
      kind: "set",
      type: type === lockTypes.none ? undefined : type,
      password,
      hint,
      remember: body.remember_password,
      autoLock,
      recovery: body.recovery,
      currentPassword: body.current_password,
    };
  }
  if (body.unlock) return { kind: type === lockTypes.none ? "remove" : "open", password };
  return autoLock === undefined ? null : { kind: "changeAutoLock", autoLock };
}
