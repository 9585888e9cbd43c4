import type { ApiFailure } from "../../shared/api-client.ts";

/** The refusal of an address that has no account, told beside that address. */
export function blameEmail(failure: ApiFailure): ApiFailure {
  if (failure.code !== "unknown_email") return failure;
  return { ...failure, fields: { email: failure.message } };
}
