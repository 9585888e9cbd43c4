import { lockTypes } from "@daybook/domain/contract/lock-types";
import type { ApiFailure } from "../../shared/api-client.ts";
import type { NewLock } from "../../shared/lock-actions.ts";
import type { CurrentLock } from "./lock-form.tsx";

/** The settings that lock again with the same password, for a password lock that does not remember its password. */
export const sameLock = (
  { hint, remembersPassword, locksAutomatically }: CurrentLock,
  password: string,
): NewLock => ({
  lock_type: lockTypes.password,
  plain_password: password,
  retype_password: password,
  current_password: password,
  password_hint: hint,
  remember_password: remembersPassword,
  auto: locksAutomatically,
});

/** Shows the error of the current password, if there is one, at the new password instead: the form uses one field for both. */
export function asNewPasswordError(failure: ApiFailure | null): ApiFailure | null {
  const message = failure?.fields?.["current_password"];
  return failure && message ? { ...failure, fields: { plain_password: message } } : failure;
}
