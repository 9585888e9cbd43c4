import type { ApiFailure } from "../../shared/api-client.ts";

/** Shows the message of the failure `unknown_email` at the field `email`. Returns other failures unchanged. */
export function showUnknownEmailAtField(failure: ApiFailure): ApiFailure {
  if (failure.code !== "unknown_email") return failure;
  return { ...failure, fields: { email: failure.message } };
}
