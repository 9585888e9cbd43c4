/** Why a process could not start. */
export type StartErrorCode =
  | "config_invalid"
  | "data_folder_unwritable"
  | "data_folder_in_use"
  | "key_invalid"
  | "postgres_unsupported"
  | "postgres_failed"
  | "postgres_gone"
  | "postgres_locale"
  | "database_unreachable"
  | "daybook_too_old"
  | "disk_full"
  | "port_taken";

/**
 * A failed start that a person can fix. The message is in complete sentences, and is printed before the process exits
 * with code 1. The message contains no text of an entry.
 */
export class StartError extends Error {
  readonly code: StartErrorCode;

  constructor(code: StartErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "StartError";
    this.code = code;
  }
}
