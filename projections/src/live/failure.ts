import { EventFailed } from "../core/fold-batch.ts";
import { ProjectionMissing, ProjectionSuperseded } from "../storage/checkpoint.ts";
import { UnstorableValue } from "../storage/encode.ts";

/**
 * The cause of a failure.
 *
 * - `event`: the event would always fail, so it is parked after several attempts.
 * - `superseded`: the tables are missing, or another version of the program writes them.
 * - `environment`: the database is down, full, busy or not migrated. Every event would fail, so none is parked, and the batch is retried.
 */
export type FailureCause = "event" | "superseded" | "environment";

// https://www.postgresql.org/docs/18/errcodes-appendix.html: data exceptions, integrity violations, and too large rows or
// values. With all other codes the event is not the cause.
const dataErrorCode = /^(22|23)...$|^54000$/;

/** Finds the {@link FailureCause} of an error. */
export function classifyFailure(error: unknown): FailureCause {
  if (error instanceof EventFailed || error instanceof UnstorableValue) return "event";
  if (error instanceof ProjectionSuperseded || error instanceof ProjectionMissing) return "superseded";
  return dataErrorCode.test(codeOf(error)) ? "event" : "environment";
}

/** The stable code of an error, for logs and parked events. Messages may contain private text, so they are not used. */
export function codeOf(error: unknown): string {
  if (typeof error === "object" && error !== null && "code" in error && typeof error.code === "string") {
    return error.code;
  }
  return error instanceof Error ? error.name : "unknown";
}
