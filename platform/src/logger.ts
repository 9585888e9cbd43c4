import { type DestinationStream, type Logger as PinoLogger, pino } from "pino";

/** What code may do with a log. Nothing a person wrote, no address with a query, and no body ever goes into it. */
export type Logger = Pick<PinoLogger, "fatal" | "error" | "warn" | "info" | "debug">;

/** Fields that would carry private text or a secret if somebody logged them by mistake; at the top or one level down. */
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

/** An error's kind and place; its message may quote data, so it stays out, from the head of the stack as well. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const { name, message, stack = "" } = error;
  const start = stack.indexOf(message);
  const places = (start < 0 ? "" : stack.slice(start + message.length)).split("\n");
  const frames = places.filter((line) => /^\s+at .*:\d+:\d+\)?$/.test(line));
  return { type: name, code: "code" in error ? error.code : undefined, stack: frames.slice(0, 8).join("\n") };
}

/** A path without its query and fragment, both of which may carry what somebody searched for, or a token. */
const withoutQuery = (address: unknown): unknown =>
  typeof address === "string" ? address.replace(/[?#].*$/s, "") : undefined;

/** Makes the log of a process: JSON lines on standard error, unless `destination` says otherwise. */
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
