import { readConfig, type Config } from "@daybook/platform/config";
import { createLogger, type Logger } from "@daybook/platform/logger";
import { isDiskFullError } from "@daybook/platform/embedded/disk-space";
import { StartError } from "@daybook/platform/start-error";
import { setTimeout as sleep } from "node:timers/promises";
import { startDaybook, type Composition } from "./start-daybook.ts";

/** Two signals within this time count as one, because after Ctrl+C both the terminal and npm send a signal. */
const SAME_SIGNAL_MS = 1000;
/** The process ends within ten seconds of a signal, even when something hangs. */
const STOP_TIMEOUT_MS = 9500;
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const FAILURES = ["uncaughtException", "unhandledRejection"] as const;

/**
 * Runs a process of Daybook: starts it, prints a line when it is ready, and stops everything on a signal or when a part
 * fails. The exit code is 0 when the process stopped in time after a signal, otherwise 1. A second signal ends the process immediately.
 */
export async function runDaybook<Platform>(composition: Composition<Platform>): Promise<never> {
  // Ignores errors of the output, because the process that reads it may end before Daybook does.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  let logger: Logger | undefined;
  const { code, abortSignal, ending } = listenForEnd(() => logger);

  const running = (async () => {
    const config = readConfig(process.env);
    logger = createLogger({ level: config.logLevel });
    const daybook = await startDaybook(
      composition,
      config,
      logger,
      (step) => print(`${step} …`),
      abortSignal,
    );
    print(readyLine(config));
    const endedRole = await Promise.race([daybook.roleEnded, ending]);
    if (endedRole !== undefined) logger.fatal({ role: endedRole }, "Daybook stops because a role ended.");
    await daybook.stop();
    return endedRole === undefined ? 0 : 1;
  })().catch((error: unknown) => {
    if (abortSignal.aborted) return 0;
    if (!(error instanceof StartError)) logger?.fatal({ err: error }, "Daybook could not start.");
    process.stderr.write(`${failureSentence(error)}\n`);
    return 1;
  });

  const timeoutExitCode = ending.then(() => sleep(STOP_TIMEOUT_MS, 1));
  const exitCode = await Promise.race([running, timeoutExitCode]);
  // Exit explicitly, because a part may have left handles open.
  process.exit(Math.max(code(), exitCode));
}

/**
 * Listens for signals and unhandled errors. At the first one `ending` resolves, and `abortSignal` aborts a start that is still
 * running.
 */
function listenForEnd(logger: () => Logger | undefined) {
  const controller = new AbortController();
  let code = 0;
  let signalledAt: number | undefined;
  const ending = new Promise<undefined>((resolve) => {
    for (const signal of SIGNALS) {
      process.on(signal, () => {
        const now = performance.now();
        if (signalledAt !== undefined && now - signalledAt >= SAME_SIGNAL_MS) process.exit(1);
        if (signalledAt !== undefined) return;
        signalledAt = now;
        print("Stopping …");
        controller.abort();
        resolve(undefined);
      });
    }
    for (const failure of FAILURES) {
      process.on(failure, (error: unknown) => {
        logger()?.fatal({ err: error }, "Daybook stops after an unhandled error.");
        code = 1;
        controller.abort();
        resolve(undefined);
      });
    }
  });
  return { code: () => code, abortSignal: controller.signal, ending };
}

/** Prints to standard output; the log goes to standard error. */
function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function readyLine(config: Config): string {
  return config.role === "all" || config.role === "api"
    ? `Daybook is ready on http://${reachableHost(config.host)}:${config.port}`
    : `The role ${config.role} of Daybook is ready`;
}

/** The host of the URL under which a browser on this machine reaches the api. */
function reachableHost(host: string): string {
  if (["127.0.0.1", "::1", "0.0.0.0", "::"].includes(host)) return "localhost";
  return host.includes(":") ? `[${host}]` : host;
}

function failureSentence(error: unknown): string {
  if (error instanceof StartError) return error.message;
  if (isDiskFullError(error))
    return "Daybook could not start, because its disk is full; free some space and start again.";
  return `Daybook could not start: ${error instanceof Error ? error.message : "no reason was given"}.`;
}
