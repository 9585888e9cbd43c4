import type { ErrorBody, ErrorCode } from "@daybook/domain/contract/errors";
import { errorStatus } from "@daybook/domain/contract/errors";
import type { Refusal } from "@daybook/application/context";

/** A refusal as an error, for code that cannot return a refusal. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal.code);
    this.refusal = refusal;
  }
}

/** Throws an {@link ApiError}. */
export function refuse(code: ErrorCode, message: string, extra?: Record<string, unknown>): never {
  throw new ApiError({ rejected: true, code, message, ...(extra && { extra }) });
}

/** Seconds to wait before a retry, for the `Retry-After` header. */
const retryAfter: Partial<Record<ErrorCode, number>> = { unavailable: 2, id_taken: 2, rate_limited: 60 };

/** The HTTP reply for a refusal. */
export function errorReply(refusal: Refusal): {
  status: number;
  body: ErrorBody & Record<string, unknown>;
  headers: Record<string, string>;
} {
  const seconds = refusal.retryAfterSeconds ?? retryAfter[refusal.code];
  return {
    status: errorStatus[refusal.code],
    body: {
      ...refusal.extra,
      error: refusal.message,
      code: refusal.code,
      ...(refusal.fields && { fields: { ...refusal.fields } }),
    },
    headers: seconds === undefined ? {} : { "Retry-After": String(seconds) },
  };
}
