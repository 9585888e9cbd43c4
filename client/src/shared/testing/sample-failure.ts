import type { ApiFailure } from "../api-client.ts";

/** A failed call. Status 0 is a call without a response. */
export const sampleFailure = (
  status: number,
  code: ApiFailure["code"],
  fields?: Record<string, string>,
): ApiFailure => ({
  ok: false,
  status,
  code,
  message: "No.",
  body: null,
  retryAfter: null,
  ...(fields && { fields }),
});
