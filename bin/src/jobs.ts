import { readConfig } from "@daybook/platform/config";
import { readJobsCommand, runJobsCommand } from "./jobs/run-jobs-command.ts";
import { failureMessage } from "./projections/failure-message.ts";

const usage = "Usage: npm run jobs -- list | run NAME | pause NAME | resume NAME";

/** `npm run jobs`: shows periodic jobs, runs one now, pauses and resumes them. Daybook may be running or stopped. */
async function main(): Promise<number> {
  const commandOrRefusal = readJobsCommand(process.argv.slice(2));
  if (typeof commandOrRefusal === "string") {
    process.stderr.write(`${commandOrRefusal}${usage}\n`);
    return 2;
  }
  return runJobsCommand(commandOrRefusal, readConfig(process.env), (line) =>
    process.stdout.write(`${line}\n`),
  );
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`${failureMessage(error, "jobs")}\n`);
  process.exitCode = 1;
}
