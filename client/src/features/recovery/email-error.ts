import type { ApiFailure } from "../../shared/api-client.ts";

/** Moves the error "no account" to the e-mail field. */
export function moveErrorToEmail(failure: ApiFailure): ApiFailure {
  if (failure.code !== "unknown_email") return failure;
  return { ...failure, fields: { email: failure.message } };
}
