import { type DestinationStream, type Logger as PinoLogger, pino, stdSerializers } from "pino";

/** What code may do with a log. Nothing a person wrote, no address with a query, and no body ever goes into it. */
export type Logger = Pick<PinoLogger, "fatal" | "error" | "warn" | "info" | "debug">;

/** An error's kind and place; a message may quote data, so it stays out. */
function describeError(error: Error): object {
  const { type, stack } = stdSerializers.err(error);
  const frames = stack.split("\n").filter((line) => line.trimStart().startsWith("at "));
  return { type, code: "code" in error ? error.code : undefined, stack: frames.slice(0, 8).join("\n") };
}

/** Makes the log of a process: JSON lines on standard error, unless `destination` says otherwise. */
export function createLogger(options: { level: string; destination?: DestinationStream }): Logger {
  return pino(
    { level: options.level, base: null, serializers: { err: describeError } },
    options.destination ?? process.stderr,
  );
}
