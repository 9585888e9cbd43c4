import type { Job } from "@daybook/application/jobs/job";
import { jobs } from "@daybook/application/jobs/registry";
import type { Config } from "@daybook/platform/config";
import { openDatabase } from "@daybook/platform/embedded/open-database";
import { createJobSchedule, type JobSchedule } from "@daybook/platform/jobs/job-schedule";
import { createLogger } from "@daybook/platform/logger";
import { createLeases, type Leases } from "@daybook/platform/postgres/leases";
import { createPool } from "@daybook/platform/postgres/pool";
import { runJob } from "@daybook/schedulers/run-job";
import { withApplication } from "../entry/with-application.ts";
import { migrateDatabase } from "../start/migrate-all.ts";
import { describeDuration, listJobs } from "./list-jobs.ts";

/** A command about jobs. */
export type JobsCommand =
  | { readonly name: "list" }
  | { readonly name: "run" | "pause" | "resume"; readonly job: Job };

type PrintLine = (line: string) => void;

/** Reads the arguments. Returns the command, or the text to print before the usage: a sentence that ends in a space, or an empty text. */
export function readJobsCommand(words: readonly string[]): JobsCommand | string {
  const [name, jobName, ...extraWords] = words;
  if (name === "list" && jobName === undefined) return { name };
  if ((name !== "run" && name !== "pause" && name !== "resume") || extraWords.length > 0 || !jobName)
    return "";
  const job = jobs.find((candidate) => candidate.name === jobName);
  if (job) return { name, job };
  return `There is no job "${jobName}"; the jobs are ${jobs.map((knownJob) => knownJob.name).join(", ")}. `;
}

async function withSchedule(
  config: Config,
  work: (parts: { schedule: JobSchedule; leases: Leases }) => Promise<number>,
): Promise<number> {
  const logger = createLogger({ level: "error" });
  const { databaseUrl, dataFolder } = config;
  const database = await openDatabase({ databaseUrl, dataFolder, logger });
  const pool = createPool({ connectionString: database.url, applicationName: "daybook jobs", logger });
  try {
    await migrateDatabase(pool);
    return await work({ schedule: createJobSchedule(pool), leases: createLeases(pool) });
  } finally {
    await pool.end();
    await database.close();
  }
}

async function setPaused(
  schedule: JobSchedule,
  job: Job,
  isPaused: boolean,
  printLine: PrintLine,
): Promise<number> {
  await schedule.register([job]);
  await schedule.setPaused(job.name, isPaused);
  printLine(
    isPaused
      ? `The job "${job.name}" is paused. A run that has begun continues.`
      : `The job "${job.name}" will run again.`,
  );
  return 0;
}

/** Runs the job in this process, even when it is paused or not due. If another process is running the job, only prints that. */
function runNow(job: Job, config: Config, printLine: PrintLine): Promise<number> {
  return withApplication(config, async (app) => {
    const schedule = createJobSchedule(app.pool);
    await schedule.register([job]);
    const leases = createLeases(app.pool);
    try {
      const result = await runJob({ app, schedule, leases }, job, new AbortController().signal, true);
      if (result.kind === "done")
        printLine(`The job "${job.name}" has run. It took ${describeDuration(result.tookMs)}.`);
      else if (result.kind === "failed") printLine(`The job "${job.name}" failed (${result.code}).`);
      else printLine(`The job "${job.name}" is running in another process.`);
      return result.kind === "done" ? 0 : 1;
    } finally {
      await leases.close();
    }
  });
}

/**
 * Migrates the configured database, which may be running or stopped, and runs a command on it. Only `run` needs the master key.
 * Returns the exit code.
 */
export function runJobsCommand(command: JobsCommand, config: Config, printLine: PrintLine): Promise<number> {
  if (command.name === "run") return runNow(command.job, config, printLine);
  return withSchedule(config, (parts) =>
    command.name === "list"
      ? listJobs(parts, jobs, printLine)
      : setPaused(parts.schedule, command.job, command.name === "pause", printLine),
  );
}
