import { readConfig } from "@daybook/platform/config";
import { readJobsCommand, runJobsCommand } from "./jobs/run-jobs-command.ts";
import { printLine, refuseArguments, runCommand } from "./command-line/run-command.ts";

const usage = "Usage: npm run jobs -- list | run NAME | pause NAME | resume NAME";

/** `npm run jobs`: shows periodic jobs, runs one now, pauses and resumes them. Daybook may be running or stopped. */
async function main(): Promise<number> {
  const commandOrReason = readJobsCommand(process.argv.slice(2));
  if (typeof commandOrReason === "string") return refuseArguments(usage, commandOrReason);
  return runJobsCommand(commandOrReason, readConfig(process.env), printLine);
}

await runCommand("jobs", main);
