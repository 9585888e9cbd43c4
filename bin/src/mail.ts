import { readConfig } from "@daybook/platform/config";
import { runMail, subcommands } from "./mail/run-mail.ts";
import { failureMessage } from "./projections/failure-message.ts";

const usage = `Usage: npm run mail -- ${subcommands.join(" | ")}`;

/** `npm run mail`: shows the state of mails, and sends dead mails (whose delivery has failed for good) again. Daybook may be running or stopped. */
async function main(): Promise<number> {
  const [name, ...parameters] = process.argv.slice(2);
  const subcommand = subcommands.find((candidate) => candidate === name);
  if (!subcommand || parameters.length > 0) {
    const unknownText = name === undefined || subcommand ? "" : `There is no subcommand "${name}". `;
    process.stderr.write(`${unknownText}${usage}\n`);
    return 2;
  }
  return runMail(subcommand, readConfig(process.env), (line) => process.stdout.write(`${line}\n`));
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`${failureMessage(error, "mails")}\n`);
  process.exitCode = 1;
}
