import { readConfig, type Config } from "@daybook/platform/config";
import { createLogger, type Logger } from "@daybook/platform/logger";
import { StartError } from "@daybook/platform/start-error";
import { setTimeout as sleep } from "node:timers/promises";
import { startDaybook, type Composition } from "./start-daybook.ts";

/** A signal that comes twice this quickly was sent once: by the terminal and by npm. */
const SAME_SIGNAL_MS = 1000;
/** Whatever hangs, the process is gone ten seconds after a signal. */
const STOP_WITHIN_MS = 9500;
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const FAILURES = ["uncaughtException", "unhandledRejection"] as const;

/**
 * The life of a process of Daybook: starts it, says so in its last line, and stops everything on a signal or when a part
 * of it fails. The process ends with code 0 after a signal and 1 after a failure; a second signal ends it at once.
 */
export async function runDaybook<Platform>(composition: Composition<Platform>): Promise<never> {
  // Whoever read the output may be gone before Daybook is.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  let logger: Logger | undefined;
  const { code, calledOff, ending } = listenForTheEnd(() => logger);

  const life = (async () => {
    const config = readConfig(process.env);
    logger = createLogger({ level: config.logLevel });
    const daybook = await startDaybook(composition, config, logger, (step) => say(`${step} …`), calledOff);
    say(readyLine(config));
    const ended = await Promise.race([daybook.roleEnded, ending]);
    if (ended !== undefined) logger.fatal({ role: ended }, "Daybook stops because a role ended.");
    await daybook.stop();
    return ended === undefined ? 0 : 1;
  })().catch((error: unknown) => {
    if (calledOff.aborted) return 0;
    if (!(error instanceof StartError)) logger?.fatal({ err: error }, "Daybook could not start.");
    process.stderr.write(`${failureSentence(error)}\n`);
    return 1;
  });

  const late = ending.then(() => sleep(STOP_WITHIN_MS, 1));
  const outcome = await Promise.race([life, late]);
  // What a part left open must not keep the process.
  process.exit(Math.max(code(), outcome));
}

/**
 * Turns signals and errors that nobody handled into one end: `ending` resolves and `calledOff` aborts a start that is
 * still going on.
 */
function listenForTheEnd(logger: () => Logger | undefined) {
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
        say("Stopping …");
        controller.abort();
        resolve(undefined);
      });
    }
    for (const failure of FAILURES) {
      process.on(failure, (error: unknown) => {
        logger()?.fatal({ err: error }, "Daybook stops after an error that nobody handled.");
        code = 1;
        controller.abort();
        resolve(undefined);
      });
    }
  });
  return { code: () => code, calledOff: controller.signal, ending };
}

/** For the person at the terminal; the log goes to standard error. */
function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function readyLine(config: Config): string {
  return config.role === "all" || config.role === "api"
    ? `Daybook is ready on http://localhost:${config.port}`
    : `The role ${config.role} of Daybook is ready`;
}

function failureSentence(error: unknown): string {
  if (error instanceof StartError) return error.message;
  return `Daybook could not start: ${error instanceof Error ? error.message : "no reason was given"}.`;
}
