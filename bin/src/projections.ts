import { readConfig } from "@daybook/platform/config";
import { StartError } from "@daybook/platform/start-error";
import { runProjections, subcommands } from "./projections/run-projections.ts";

const usage = `Usage: npm run projections -- ${subcommands.join(" | ")}`;

/** `npm run projections`: looks after the read models, beside a running Daybook or while it is stopped. Needs no key. */
async function main(): Promise<number> {
  const [wanted, ...rest] = process.argv.slice(2);
  const subcommand = subcommands.find((name) => name === wanted);
  if (!subcommand || rest.length > 0) {
    process.stderr.write(`${usage}\n`);
    return 2;
  }
  return runProjections(subcommand, readConfig(process.env), {
    out: (line) => process.stdout.write(`${line}\n`),
    progress: process.stderr,
  });
}

try {
  process.exitCode = await main();
} catch (error) {
  // The message of another error may quote a row, so only its kind is told.
  const known = error instanceof StartError || (error instanceof Error && "code" in error);
  process.stderr.write(`${known ? error.message : "The projections could not be looked after."}\n`);
  process.exitCode = 1;
}
