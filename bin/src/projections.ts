import { readConfig } from "@daybook/platform/config";
import { runProjections, subcommands } from "./projections/run-projections.ts";
import { failureMessage } from "./projections/failure-message.ts";

const usage = `Usage: npm run projections -- ${subcommands.join(" | ")}`;

/** `npm run projections`: maintains the read models. Daybook may be running or stopped. Needs no keys. */
async function main(): Promise<number> {
  const [name, ...parameters] = process.argv.slice(2);
  const subcommand = subcommands.find((candidate) => candidate === name);
  if (!subcommand || parameters.length > 0) {
    const unknownText = name === undefined || subcommand ? "" : `There is no subcommand "${name}". `;
    process.stderr.write(`${unknownText}${usage}\n`);
    return 2;
  }
  return runProjections(subcommand, readConfig(process.env), {
    printLine: (line) => process.stdout.write(`${line}\n`),
    progress: process.stderr,
  });
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`${failureMessage(error)}\n`);
  process.exitCode = 1;
}
