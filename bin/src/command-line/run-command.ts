import { constants } from "node:os";
import { failureMessage } from "./failure-message.ts";

/** Prints a line of a command's result. */
export const printLine = (line: string): void => void process.stdout.write(`${line}\n`);

/**
 * Prints how a command is used, after the reason why its arguments were refused. Returns the exit code.
 *
 * @param reason ends with a space or a line break
 */
export function refuseArguments(usage: string, reason = ""): 2 {
  process.stderr.write(`${reason}${usage}\n`);
  return 2;
}

/** Exits on a signal. Without this, no exit handler would run, and the database that a command started would continue to run. */
function exitOnSignals(): void {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.once(signal, () => process.exit(128 + constants.signals[signal]));
}

/**
 * Runs a command of the terminal and sets the exit code. Prints an error as one line.
 *
 * @param subject what the command works on, for the message of an unknown error
 * @param main returns the exit code
 */
export async function runCommand(subject: string, main: () => Promise<number>): Promise<void> {
  exitOnSignals();
  try {
    process.exitCode = await main();
  } catch (error) {
    process.stderr.write(`${failureMessage(error, subject)}\n`);
    process.exitCode = 1;
  }
}

/**
 * Runs a command whose only argument is a subcommand.
 *
 * @param name what follows `npm run`
 */
export function runSubcommand<Subcommand extends string>(
  { name, subject, subcommands }: { name: string; subject: string; subcommands: readonly Subcommand[] },
  run: (subcommand: Subcommand) => Promise<number>,
): Promise<void> {
  return runCommand(subject, async () => {
    const [argument, ...others] = process.argv.slice(2);
    const subcommand = subcommands.find((candidate) => candidate === argument);
    if (subcommand && others.length === 0) return run(subcommand);
    const reason = argument === undefined || subcommand ? "" : `There is no subcommand "${argument}". `;
    return refuseArguments(`Usage: npm run ${name} -- ${subcommands.join(" | ")}`, reason);
  });
}
