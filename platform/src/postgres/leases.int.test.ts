import type pg from "pg";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { createLeases, type Leases } from "./leases.ts";
import { createPool } from "./pool.ts";

let database: TestDatabase;
let pool: pg.Pool;
let here: Leases;
let elsewhere: Leases;

beforeEach(async () => {
  database = await createTestDatabase();
  pool = createPool({ connectionString: database.url, applicationName: "leases test" });
  here = createLeases(pool);
  elsewhere = createLeases(pool);
});

afterEach(async () => {
  await Promise.all([here.close(), elsewhere.close()]);
  await pool.end();
  await database.drop();
});

const never = new AbortController().signal;

/** Work that runs until it is ended. */
function openWork() {
  let end = (): void => {};
  let begin: (signal: AbortSignal) => void = () => {};
  const started = new Promise<AbortSignal>((resolve) => (begin = resolve));
  const ended = new Promise<void>((resolve) => (end = resolve));
  const work = async (signal: AbortSignal): Promise<void> => {
    begin(signal);
    await ended;
  };
  return { work, begun: started, end: () => end() };
}

/** Whether work of this name would run in another process now. */
async function isFree(name: string): Promise<boolean> {
  let ran = false;
  await elsewhere.run(name, never, async () => void (ran = true));
  return ran;
}

it("runs work of one name in one process at a time, and work of other names in parallel", async () => {
  const first = openWork();
  const running = here.run("purge", never, first.work);
  await first.begun;
  expect(await isFree("purge")).toBe(false);
  expect(await isFree("sweep")).toBe(true);
  first.end();
  await running;
  expect(await isFree("purge")).toBe(true);
});

it("frees the lease of work that failed", async () => {
  const failing = here.run("purge", never, () => Promise.reject(new Error("broken")));
  await expect(failing).rejects.toThrow("broken");
  expect(await isFree("purge")).toBe(true);
});

it("asks work to stop when its connection is lost, and works again on a new one", async () => {
  const first = openWork();
  const running = here.run("purge", never, first.work);
  const signal = await first.begun;
  const stopped = new Promise((resolve) => signal.addEventListener("abort", resolve));
  await pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND database =
       (SELECT oid FROM pg_database WHERE datname = current_database())`,
  );
  await stopped;
  first.end();
  await running;
  const second = openWork();
  const again = here.run("purge", never, second.work);
  await second.begun;
  second.end();
  await again;
});
