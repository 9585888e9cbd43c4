import { lockTypes } from "@daybook/domain/contract/lock-types";
import type { ApiFailure } from "../../shared/api-client.ts";
import type { NewLock } from "../../shared/lock-actions.ts";
import type { CurrentLock } from "./lock-form.tsx";

/**
 * The input that sets a password lock again with the same password and settings. A lock that is set again is closed. The
 * user needs this way to lock when the server does not remember the password.
 */
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

/** True when the server refused to lock again because it does not remember the password. False for other refusals, such as "no lock". */
export const needsPassword = ({ fields }: ApiFailure): boolean => fields?.["plain_password"] !== undefined;

/** Moves the error of `current_password` to `plain_password`, because {@link sameLock} takes both from one field. */
export function asNewPasswordError(failure: ApiFailure | null): ApiFailure | null {
  const message = failure?.fields?.["current_password"];
  return failure && message ? { ...failure, fields: { plain_password: message } } : failure;
}
