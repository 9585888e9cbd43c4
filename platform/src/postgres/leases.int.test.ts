import type pg from "pg";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { createLeases, type Leases } from "./leases.ts";
import { createPool } from "./pool.ts";

let database: TestDatabase;
let pool: pg.Pool;
let thisProcess: Leases;
let otherProcess: Leases;

beforeEach(async () => {
  database = await createTestDatabase();
  pool = createPool({ connectionString: database.url, applicationName: "leases test" });
  thisProcess = createLeases(pool);
  otherProcess = createLeases(pool);
});

afterEach(async () => {
  await Promise.all([thisProcess.close(), otherProcess.close()]);
  await pool.end();
  await database.drop();
});

const neverAborted = new AbortController().signal;

/** Work that runs until it is ended. */
function createWork() {
  let end = (): void => {};
  let begin: (signal: AbortSignal) => void = () => {};
  const whenStarted = new Promise<AbortSignal>((resolve) => (begin = resolve));
  const untilEnd = new Promise<void>((resolve) => (end = resolve));
  const work = async (signal: AbortSignal): Promise<void> => {
    begin(signal);
    await untilEnd;
  };
  return { work, whenStarted, end: () => end() };
}

/** Whether work of this name would run in another process now. */
async function isFree(name: string): Promise<boolean> {
  let hasRun = false;
  await otherProcess.run(name, neverAborted, async () => void (hasRun = true));
  return hasRun;
}

it("runs work of one name in one process at a time, and work of other names in parallel", async () => {
  const firstWork = createWork();
  const firstRun = thisProcess.run("purge", neverAborted, firstWork.work);
  await firstWork.whenStarted;
  expect(await isFree("purge")).toBe(false);
  expect(await isFree("sweep")).toBe(true);
  firstWork.end();
  await firstRun;
  expect(await isFree("purge")).toBe(true);
});

it("frees the lease of work that failed", async () => {
  const failedRun = thisProcess.run("purge", neverAborted, () => Promise.reject(new Error("broken")));
  await expect(failedRun).rejects.toThrow("broken");
  expect(await isFree("purge")).toBe(true);
});

it("asks work to stop when its connection is lost, and runs work on a new connection", async () => {
  const firstWork = createWork();
  const firstRun = thisProcess.run("purge", neverAborted, firstWork.work);
  const signal = await firstWork.whenStarted;
  const whenStopped = new Promise((resolve) => signal.addEventListener("abort", resolve));
  await pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND database =
       (SELECT oid FROM pg_database WHERE datname = current_database())`,
  );
  await whenStopped;
  firstWork.end();
  await firstRun;
  // PostgreSQL tells the client that its connection ends before it frees the lock.
  await expect.poll(() => isFree("purge"), { timeout: 60_000 }).toBe(true);
  const secondWork = createWork();
  const secondRun = thisProcess.run("purge", neverAborted, secondWork.work);
  await secondWork.whenStarted;
  secondWork.end();
  await secondRun;
});
