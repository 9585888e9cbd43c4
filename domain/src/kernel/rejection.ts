import type { ErrorCode } from "../contract/errors.ts";

/** A refused command or input: a stable `code` for programs, and a message for people. */
export type Rejection = {
  readonly rejected: true;
  readonly code: ErrorCode;
  readonly message: string;
  readonly fields?: Readonly<Record<string, string>>;
};

/** Creates a {@link Rejection}. Deciders return it and never throw. */
export function reject(
  code: ErrorCode,
  message: string,
  fields?: Readonly<Record<string, string>>,
): Rejection {
  return fields ? { rejected: true, code, message, fields } : { rejected: true, code, message };
}

/** True when a value is a {@link Rejection}, for example the result of `decide` or `parseInput`. */
export function isRejection(value: unknown): value is Rejection {
  return typeof value === "object" && value !== null && "rejected" in value && value.rejected === true;
}
