import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { allMigrations } from "@daybook/bin/start/migrate-all";
import { systemClock } from "@daybook/platform/clock";
import { createTestDatabase } from "@daybook/platform/testing/database";
import { inject } from "vitest";
import { startTestDaybook, type TestDaybook } from "./harness.ts";

/** A running Daybook that test files must not stop. */
export type RunningDaybook = Omit<TestDaybook, "stop">;

let startedDaybook: Promise<TestDaybook> | undefined;
let secondApiUrl: Promise<string> | undefined;

/** Starts the shared Daybook. Its folder and its database are removed when the test run ends. */
async function startSharedDaybook(): Promise<TestDaybook> {
  const folder = join(inject("testFolder"), `shared-${process.pid}`);
  return startTestDaybook(
    {},
    { database: await createTestDatabase(allMigrations), folder, clock: systemClock },
  );
}

async function removeMails(folder: string): Promise<void> {
  const outbox = join(folder, "outbox");
  const mails = await readdir(outbox).catch(() => []);
  await Promise.all(mails.map((name) => rm(join(outbox, name), { force: true })));
}

/**
 * One Daybook for all test files of this process, because starting one takes as much processor time as many tests. It runs
 * until the process ends. At the beginning of each file, no tries count towards rate
 * limits, and there are no mails.
 *
 * Use it in files that look only at the data of people whom they created. A file that counts all rows, dumps tables, stops a
 * role, needs options or a clock, or tests a limit for an IP address starts its own.
 */
export async function sharedDaybook(): Promise<RunningDaybook> {
  const daybook = await (startedDaybook ??= startSharedDaybook());
  const { pools, dataFolder } = daybook.platform;
  await pools.durable.query("DELETE FROM vault.rate_limits");
  await removeMails(dataFolder.path);
  return { ...daybook, startAnotherApi: () => (secondApiUrl ??= daybook.startAnotherApi()) };
}
