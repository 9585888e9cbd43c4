import { RebuildRunning } from "@daybook/platform/search/postgres/slots";
import { IndexSwapped, SearchUnavailable } from "@daybook/platform/search/search-index";
import { StartError } from "@daybook/platform/start-error";
import { EventFailed } from "@daybook/projections/core/fold-batch";
import { AlreadyRunning } from "@daybook/projections/offline/exclusive";
import { SwapTimedOut } from "@daybook/projections/offline/swap";
import {
  LogTooShort,
  ProjectionMissing,
  ProjectionSuperseded,
} from "@daybook/projections/storage/checkpoint";

const knownErrors = [
  AlreadyRunning,
  EventFailed,
  IndexSwapped,
  LogTooShort,
  ProjectionMissing,
  ProjectionSuperseded,
  RebuildRunning,
  SearchUnavailable,
  SwapTimedOut,
] as const;

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const withFullStop = (text: string): string => (text.endsWith(".") ? text : `${text}.`);

/**
 * The reason why a command failed. For an unknown error it has only the code, because a database message may quote
 * private text.
 *
 * @param subject what the command works on, such as "projections"
 */
export function failureMessage(error: unknown, subject: string): string {
  if (error instanceof StartError) return error.message;
  if (error instanceof Error && knownErrors.some((errorType) => error instanceof errorType)) {
    return withFullStop(capitalised(error.message));
  }
  const code =
    error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : null;
  // Errors of the file system have a path, and the same kind of codes as errors of a connection.
  const isFileError = error instanceof Error && "path" in error;
  if (code !== null && !isFileError && /^E(?!RR_)/.test(code))
    return `The database cannot be reached (${code}).`;
  return `The command for the ${subject} failed${code === null ? "" : ` (${code})`}.`;
}
