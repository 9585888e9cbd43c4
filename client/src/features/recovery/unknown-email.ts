import type { ApiFailure } from "../../shared/api-client.ts";

/** Moves the error of an e-mail address without an account to its field. Other failures stay as they are. */
export function moveUnknownEmailToField(failure: ApiFailure): ApiFailure {
  if (failure.code !== "unknown_email") return failure;
  return { ...failure, fields: { email: failure.message } };
}
