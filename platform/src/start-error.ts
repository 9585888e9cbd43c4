/** Why a process could not start; each has one sentence for the person who typed the command. */
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
  | "port_taken";

/**
 * A start that failed for a reason a person can mend. The message is one complete sentence, printed as it is before
 * the process exits with code 1; it never holds anything a person wrote.
 */
export class StartError extends Error {
  readonly code: StartErrorCode;

  constructor(code: StartErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "StartError";
    this.code = code;
  }
}
