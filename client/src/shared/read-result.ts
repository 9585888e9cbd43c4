import { type ErrorCode, errorStatus } from "@daybook/domain/contract/errors";
import { commonText } from "./common-text.ts";

/** A failed call. `message` can be shown to the user; it comes from the server when the server sent one. */
export type ApiFailure = {
  ok: false;
  /** HTTP status; 0 without a response or after a 408 */
  status: number;
  code: ErrorCode | "network";
  message: string;
  /** a message for each invalid field */
  fields?: Record<string, string>;
  /** the parsed response body; `null` when it is empty or not JSON. The body of a 409 contains the current `entry` */
  body: unknown;
  /** the milliseconds that the server asks to wait; `null` when it does not */
  retryAfter: number | null;
};

/** The result of one attempt of a call. */
export type AttemptResult = ApiFailure | { ok: true; status: number; data: unknown };

/** The failure of a call without a response. */
export const noResponse: ApiFailure = {
  ok: false,
  status: 0,
  code: "network",
  message: commonText.errors.network,
  body: null,
  retryAfter: null,
};

function codeOf(status: number, code: unknown): ErrorCode {
  if (typeof code === "string" && Object.hasOwn(errorStatus, code)) return code as ErrorCode;
  const codeWithStatus = Object.entries(errorStatus).find(([, statusOfCode]) => statusOfCode === status);
  return (codeWithStatus?.[0] as ErrorCode | undefined) ?? (status >= 500 ? "internal" : "invalid");
}

function retryAfterOf(header: string | null, now: number): number | null {
  if (!header) return null;
  const seconds = Number(header);
  const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - now;
  return Number.isFinite(wait) ? Math.max(0, wait) : null;
}

/**
 * Reads a response.
 *
 * @param now milliseconds since 1970
 */
export async function readResult(response: Response, now: number): Promise<AttemptResult> {
  // A 408 counts as no response: the request arrived too slowly, so a retry may help.
  if (response.status === 408) return noResponse;
  const text = response.status === 204 ? "" : await response.text();
  let body: unknown = null;
  let isJson = true;
  try {
    body = text === "" ? null : JSON.parse(text);
  } catch {
    isJson = false;
  }
  const error = (typeof body === "object" && body !== null ? body : {}) as Record<string, unknown>;
  if (response.ok && isJson && error.error === undefined) {
    return { ok: true, status: response.status, data: body };
  }
  return {
    ok: false,
    status: response.status,
    code: codeOf(response.status, error.code),
    message: typeof error.error === "string" ? error.error : commonText.errors.unexpected,
    ...(typeof error.fields === "object" &&
      error.fields !== null && { fields: error.fields as Record<string, string> }),
    body,
    retryAfter: retryAfterOf(response.headers.get("retry-after"), now),
  };
}
