import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Config, readConfig } from "@daybook/platform/config";
import { createJobSchedule, type JobSchedule } from "@daybook/platform/jobs/job-schedule";
import { createLeases } from "@daybook/platform/postgres/leases";
import { createPool } from "@daybook/platform/postgres/pool";
import { createTestDatabase, type TestDatabase } from "@daybook/platform/testing/database";
import type { Pool } from "pg";
import { afterEach, beforeEach, expect, it } from "vitest";
import { allMigrations } from "../start/migrate-all.ts";
import { readJobsCommand, runJobsCommand } from "./run-jobs-command.ts";

let database: TestDatabase;
let folder: string;
let config: Config;
let pool: Pool;
let schedule: JobSchedule;

beforeEach(async () => {
  database = await createTestDatabase(allMigrations);
  folder = await mkdtemp(join(tmpdir(), "daybook-jobs-"));
  config = readConfig({
    DATABASE_URL: database.url,
    DAYBOOK_DATA: folder,
    DAYBOOK_MASTER_KEY: randomBytes(32).toString("base64"),
  });
  pool = createPool({ connectionString: database.url, applicationName: "test" });
  schedule = createJobSchedule(pool);
});

afterEach(async () => {
  await pool.end();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

/** The exit code and the lines, with single spaces and without times. */
async function run(...words: string[]): Promise<[number, string[]]> {
  const command = readJobsCommand(words);
  if (typeof command === "string") throw new Error(command);
  const lines: string[] = [];
  const code = await runJobsCommand(command, config, (line) => lines.push(line));
  return [code, lines.map((line) => line.replace(/ +/g, " ").replace(/\d{4}-\S+Z/g, "TIME"))];
}

const rowOf = ([, lines]: [number, string[]], name: string): string | undefined =>
  lines.find((line) => line.startsWith(`${name} `));

it("`list` shows a job also before its first run", async () => {
  const [code, lines] = await run("list");
  expect(code).toBe(0);
  expect(lines[0]).toBe("job state last run took next run last failure");
  expect(lines).toContain("purge-trash new – – – –");
});

it("`run` runs a job now, and `list` then shows when it ran, how long it took, and when it runs next", async () => {
  const [code, [output]] = await run("run", "purge-trash");
  expect([code, output]).toEqual([0, expect.stringMatching(/^The job "purge-trash" has run. It took .+\.$/)]);
  expect(rowOf(await run("list"), "purge-trash")).toMatch(/^purge-trash waiting TIME \S+ m?s TIME –$/);
});

it("`run` does not run a job that another process runs now", async () => {
  const leases = createLeases(pool);
  await leases.run("purge-trash", new AbortController().signal, async () => {
    expect(await run("run", "purge-trash")).toEqual([
      1,
      ['The job "purge-trash" is running in another process.'],
    ]);
  });
  await leases.close();
});

it("`pause` pauses a job, which the schedulers then skip, and `resume` resumes it", async () => {
  expect((await run("pause", "purge-trash"))[0]).toBe(0);
  expect(rowOf(await run("list"), "purge-trash")).toBe("purge-trash paused – – – –");
  expect(await schedule.dueSoon(["purge-trash"], 1_000)).toEqual([]);
  expect((await run("resume", "purge-trash"))[0]).toBe(0);
  expect(await schedule.dueSoon(["purge-trash"], 1_000)).toHaveLength(1);
});

it("`list` shows a failing job with the code of its last failure, and exits with 1", async () => {
  await schedule.register([{ name: "sweep-photos", everyMs: 1_000 }]);
  const runNumber = (await schedule.begin("sweep-photos", false)) ?? 0;
  await schedule.end("sweep-photos", runNumber, { tookMs: 1_234, failureCode: "s3_503", nextInMs: 2_000 });
  const listOutput = await run("list");
  expect(listOutput[0]).toBe(1);
  expect(rowOf(listOutput, "sweep-photos")).toBe("sweep-photos failing (1) TIME 1.2 s TIME s3_503 TIME");
});

it("`list` shows a run as running while its process has the lease, and as interrupted or paused after that", async () => {
  await schedule.register([{ name: "clean-up", everyMs: 1_000 }]);
  await schedule.dueSoon([], 0);
  const leases = createLeases(pool);
  await leases.run("clean-up", new AbortController().signal, async () => {
    await schedule.begin("clean-up", false);
    expect(rowOf(await run("list"), "clean-up")).toBe("clean-up running TIME – TIME –");
  });
  await leases.close();
  expect(rowOf(await run("list"), "clean-up")).toBe("clean-up interrupted TIME – TIME –");
  await schedule.setPaused("clean-up", true);
  expect(rowOf(await run("list"), "clean-up")).toBe("clean-up paused TIME – – –");
});

it("while no process checks for due jobs, `list` says so and shows an unfinished run as interrupted", async () => {
  await schedule.register([{ name: "clean-up", everyMs: 1_000 }]);
  await schedule.begin("clean-up", false);
  await pool.query("UPDATE jobs.clock SET looked_at = now() - interval '3 minutes'");
  const listOutput = await run("list");
  expect(rowOf(listOutput, "clean-up")).toBe("clean-up interrupted TIME – TIME –");
  expect(listOutput[1].at(-1)).toContain("No process has checked for due jobs for 3 min");
});

it("for a wrong command, only the usage is printed; for an unknown job, a list of the jobs comes first", () => {
  expect(readJobsCommand(["list", "purge-trash"])).toBe("");
  expect(readJobsCommand(["run"])).toBe("");
  expect(readJobsCommand(["stop", "purge-trash"])).toBe("");
  expect(readJobsCommand(["run", "purge"])).toMatch(/^There is no job "purge"; the jobs are .*purge-trash/);
});
