import type { Application } from "@daybook/application/application";
import type { Job } from "@daybook/application/jobs/job";
import { createJobSchedule, type JobSchedule } from "@daybook/platform/jobs/job-schedule";
import { jobMigrations } from "@daybook/platform/jobs/migrations";
import { createLogger } from "@daybook/platform/logger";
import { createLeases, type Leases } from "@daybook/platform/postgres/leases";
import { createPool } from "@daybook/platform/postgres/pool";
import { createTestDatabase, type TestDatabase } from "@daybook/platform/testing/database";
import type pg from "pg";
import { afterEach, beforeEach, expect, it } from "vitest";
import { failureCodeOf, runJob } from "./run-job.ts";

let database: TestDatabase;
let pool: pg.Pool;
let schedule: JobSchedule;
let leases: Leases;
let log: string;
const stopping = new AbortController();

beforeEach(async () => {
  database = await createTestDatabase(jobMigrations);
  pool = createPool({ connectionString: database.url, applicationName: "run job" });
  schedule = createJobSchedule(pool);
  leases = createLeases(pool);
  log = "";
});

afterEach(async () => {
  await leases.close();
  await pool.end();
  await database.drop();
});

const hour = 3_600_000;

/** Runs the job `purge` once. It does `work`. */
async function run(work: Job["run"], { isForced = false, signal = stopping.signal, everyMs = hour } = {}) {
  const logger = createLogger({
    level: "info",
    destination: { write: (line: string) => void (log += line) },
  });
  const job: Job = { name: "purge", everyMs, run: work };
  await schedule.register([job]);
  return runJob({ app: { logger } as Application, schedule, leases }, job, signal, isForced);
}

async function readState() {
  const [jobStatus] = await schedule.list();
  if (!jobStatus) throw new Error("no job");
  return jobStatus;
}

it("given a new job, runs it and records when it began, how long it took and when it is due next", async () => {
  expect(await run(async () => {})).toMatchObject({ kind: "done" });
  const { startedAt, endedAt, tookMs, dueAt, failures, failureCode } = await readState();
  expect([failures, failureCode]).toEqual([0, null]);
  expect(tookMs).toBeGreaterThanOrEqual(0);
  expect(endedAt).toBeGreaterThanOrEqual(startedAt ?? Infinity);
  expect(Math.round(dueAt - (startedAt ?? 0))).toBe(hour);
});

it("given a job that is not due, or is paused, runs it only when it is forced", async () => {
  await run(async () => {});
  let runs = 0;
  const count = async (): Promise<void> => void (runs += 1);
  expect(await run(count)).toEqual({ kind: "skipped" });
  expect(runs).toBe(0);
  expect(await run(count, { isForced: true })).toMatchObject({ kind: "done" });
  await schedule.setPaused("purge", true);
  await schedule.makeDue(["purge"]);
  expect(await run(count)).toEqual({ kind: "skipped" });
  expect(runs).toBe(1);
  expect(await run(count, { isForced: true })).toMatchObject({ kind: "done" });
  await schedule.setPaused("purge", false);
  await schedule.makeDue(["purge"]);
  expect(await run(count)).toMatchObject({ kind: "done" });
  expect(runs).toBe(3);
});

it("given a run that fails, records the code of the error but not its message, and makes the job due again within seconds", async () => {
  const failingWork = async (): Promise<void> => {
    throw Object.assign(new Error("Dear diary"), { code: "57P01" });
  };
  expect(await run(failingWork)).toEqual({ kind: "failed", code: "57P01" });
  expect(await run(failingWork, { isForced: true })).toEqual({ kind: "failed", code: "57P01" });
  expect(await schedule.isFailing(["purge"])).toBe(true);
  const stateAfterFailure = await readState();
  expect([stateAfterFailure.failures, stateAfterFailure.failureCode]).toEqual([2, "57P01"]);
  expect(stateAfterFailure.dueAt - (stateAfterFailure.endedAt ?? 0)).toBeLessThan(10_000);
  expect(`${JSON.stringify(stateAfterFailure)} ${log}`).not.toContain("Dear diary");
  await run(async () => {}, { isForced: true });
  expect(await schedule.isFailing(["purge"])).toBe(false);
  expect(await readState()).toMatchObject({
    failures: 0,
    failureCode: "57P01",
    failedAt: stateAfterFailure.failedAt,
  });
});

it("given a run that is interrupted because the process stops, leaves the job due", async () => {
  const ending = new AbortController();
  const interruptedRun = await run(async () => ending.abort(), { signal: ending.signal });
  expect(interruptedRun).toEqual({ kind: "interrupted" });
  expect(await readState()).toMatchObject({ endedAt: null, failures: 0 });
  expect(await run(async () => {})).toMatchObject({ kind: "done" });
});

it("given a run that lost its lease, does not overwrite the end of the next run", async () => {
  await run(async () => {
    await leases.close();
    await schedule.begin("purge", true);
    await schedule.end("purge", 2, { tookMs: 7, failureCode: null, nextInMs: hour });
  });
  expect(await readState()).toMatchObject({ tookMs: 7, failures: 0 });
});

it("given a job with a shorter interval than before, makes it due sooner; with a longer one, keeps its due time", async () => {
  await run(async () => {});
  const dueBefore = (await readState()).dueAt;
  await schedule.register([{ name: "purge", everyMs: 2 * hour }]);
  expect((await readState()).dueAt).toBe(dueBefore);
  await schedule.register([{ name: "purge", everyMs: 60_000 }]);
  expect((await readState()).dueAt).toBeLessThan(dueBefore - hour / 2);
});

it("makes a stable code of any error", () => {
  expect(failureCodeOf(Object.assign(new Error("x"), { code: "ECONNREFUSED" }))).toBe("ECONNREFUSED");
  expect(failureCodeOf(Object.assign(new Error("x"), { code: "Dear diary, …" }))).toBe("Error");
  expect(failureCodeOf(new TypeError("x"))).toBe("TypeError");
  expect(failureCodeOf("Dear diary")).toBe("unknown");
});
