import type { ErrorCode } from "../contract/errors.ts";

/**
 * A refusal that a person can act on: a stable `code` for programs, a sentence for people.
 * `details` may carry wire-ready extras (the current entry of a 409, a password hint of a 423).
 */
export type Rejection = {
  readonly rejected: true;
  readonly code: ErrorCode;
  readonly message: string;
  readonly fields?: Readonly<Record<string, string>>;
};

/** Builds a {@link Rejection}; deciders return it, they never throw. */
export function reject(
  code: ErrorCode,
  message: string,
  fields?: Readonly<Record<string, string>>,
): Rejection {
  return fields ? { rejected: true, code, message, fields } : { rejected: true, code, message };
}

/** True when a decision or a parse ended in a refusal. */
export function isRejection(value: unknown): value is Rejection {
  return typeof value === "object" && value !== null && "rejected" in value && value.rejected === true;
}
