import { lockTypes } from "@daybook/domain/contract/lock-types";
import type { ApiFailure } from "../../shared/api-client.ts";
import type { NewLock } from "../../shared/lock-actions.ts";
import type { CurrentLock } from "./lock-form.tsx";

/** What closes an open password lock again: the same lock, set again with its password. */
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

/** Moves the error of the current password to the new password, because the form has one field for both. */
export function asNewPasswordError(failure: ApiFailure | null): ApiFailure | null {
  const message = failure?.fields?.["current_password"];
  return failure && message ? { ...failure, fields: { plain_password: message } } : failure;
}
