import { EventFailed } from "../core/fold-batch.ts";
import { ProjectionMissing, ProjectionSuperseded } from "../storage/checkpoint.ts";

/**
 * Whose fault a failure is. `event`: it would fail again for ever, so it is parked in the end. `superseded`: another
 * version owns the tables. `surroundings`: the database is down, full, busy or not migrated; every event would fail, so
 * none is to blame, and it is tried again until it works.
 */
export type Blame = "event" | "superseded" | "surroundings";

// https://www.postgresql.org/docs/18/errcodes-appendix.html: data exceptions, integrity violations, and a row or a value
// larger than any table takes. All other codes say nothing about the event.
const ofTheData = /^(22|23)...$|^54000$/;

/** See {@link Blame}. */
export function blame(error: unknown): Blame {
  if (error instanceof EventFailed) return "event";
  if (error instanceof ProjectionSuperseded || error instanceof ProjectionMissing) return "superseded";
  return ofTheData.test(codeOf(error)) ? "event" : "surroundings";
}

/** The stable code of a failure, for the log and for the note beside a parked event; never its message. */
export function codeOf(error: unknown): string {
  if (typeof error === "object" && error !== null && "code" in error && typeof error.code === "string") {
    return error.code;
  }
  return error instanceof Error ? error.name : "unknown";
}
