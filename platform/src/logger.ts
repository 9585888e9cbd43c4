import { type DestinationStream, type Logger as PinoLogger, pino } from "pino";

/** A log. It never contains what a person wrote, URLs with a query, or bodies. */
export type Logger = Pick<PinoLogger, "fatal" | "error" | "warn" | "info" | "debug">;

/**
 * Fields with private text or a secret. They are removed if they are logged by mistake, at the top or one level down.
 */
const privateFields = [
  "authorization",
  "body",
  "connectionString",
  "content",
  "cookie",
  "data",
  "databaseUrl",
  "email",
  "headers",
  "html",
  "key",
  "masterKey",
  "password",
  "query",
  "secret",
  "text",
  "title",
  "token",
];

/** An error's kind and place. Its message may quote data, so it is left out, also from the head of the stack. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const { name, message, stack = "" } = error;
  const start = stack.indexOf(message);
  const stackLines = (start < 0 ? "" : stack.slice(start + message.length)).split("\n");
  const frames = stackLines.filter((line) => /^\s+at .*:\d+:\d+\)?$/.test(line));
  return { type: name, code: "code" in error ? error.code : undefined, stack: frames.slice(0, 8).join("\n") };
}

/** A path without query and fragment, which may carry a search text or a token. */
const withoutQuery = (address: unknown): unknown =>
  typeof address === "string" ? address.replace(/[?#].*$/s, "") : undefined;

/** Creates the log of a process: JSON lines on standard error, unless `destination` is set. */
export function createLogger(options: { level: string; destination?: DestinationStream }): Logger {
  return pino(
    {
      level: options.level,
      base: null,
      serializers: { err: describeError, url: withoutQuery, path: withoutQuery },
      redact: { paths: privateFields.flatMap((field) => [field, `*.${field}`]), remove: true },
    },
    options.destination ?? process.stderr,
  );
}
