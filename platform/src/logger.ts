import { type DestinationStream, type Logger as PinoLogger, pino } from "pino";

/**
 * Writes the diagnostic lines of a process. This is not the log of events. The lines never contain what a person wrote, URLs with a query,
 * or bodies.
 */
export type Logger = Pick<PinoLogger, "fatal" | "error" | "warn" | "info" | "debug">;

/**
 * Fields with private text or a secret. If they are logged by mistake, they are removed: from the logged object, and from the
 * objects that are its direct fields.
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

/** Describes an error by its name, code and stack frames. The message may quote data, so it is left out, also from the stack. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const { name, message, stack = "" } = error;
  const start = stack.indexOf(message);
  const stackLines = (start < 0 ? "" : stack.slice(start + message.length)).split("\n");
  const frames = stackLines.filter((line) => /^\s+at .*:\d+:\d+\)?$/.test(line));
  return { type: name, code: "code" in error ? error.code : undefined, stack: frames.slice(0, 8).join("\n") };
}

/** Removes the query and the fragment of a URL or path, because they may contain a search text or a token. */
const withoutQuery = (address: unknown): unknown =>
  typeof address === "string" ? address.replace(/[?#].*$/s, "") : undefined;

/** Creates the logger of a process. It writes JSON lines to `destination`, by default to standard error. */
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
