import { readConfig } from "@daybook/platform/config";
import { failureMessage } from "./projections/failure-message.ts";
import { runSearch, subcommands } from "./search/run-search.ts";

const usage = `Usage: npm run search -- ${subcommands.join(" | ")}`;

/** `npm run search`: maintains the search index. Daybook may be running or stopped. */
async function main(): Promise<number> {
  const [name, ...parameters] = process.argv.slice(2);
  const subcommand = subcommands.find((candidate) => candidate === name);
  if (!subcommand || parameters.length > 0) {
    const unknownText = name === undefined || subcommand ? "" : `There is no subcommand "${name}". `;
    process.stderr.write(`${unknownText}${usage}\n`);
    return 2;
  }
  return runSearch(subcommand, readConfig(process.env), {
    printLine: (line) => process.stdout.write(`${line}\n`),
    progress: process.stderr,
  });
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`${failureMessage(error, "search index")}\n`);
  process.exitCode = 1;
}
