import type { ErrorBody, ErrorCode } from "@daybook/domain/contract/errors";
import { errorStatus } from "@daybook/domain/contract/errors";
import type { Refusal } from "@daybook/application/context";

/** A refusal on its way out of a middleware, where there is no return value to carry it. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal.code);
    this.refusal = refusal;
  }
}

/** Throws a refusal from a middleware. */
export function refuse(code: ErrorCode, message: string, extra?: Record<string, unknown>): never {
  throw new ApiError({ rejected: true, code, message, ...(extra && { extra }) });
}

/** Seconds that a client is asked to wait before it tries a refused or failed call again. */
const retryAfter: Partial<Record<ErrorCode, number>> = { unavailable: 2, rate_limited: 60 };

/** A refusal as it goes over the wire. */
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
