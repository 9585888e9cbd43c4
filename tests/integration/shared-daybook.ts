import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { allMigrations } from "@daybook/bin/start/migrate-all";
import { systemClock } from "@daybook/platform/clock";
import { createTestDatabase } from "@daybook/platform/testing/database";
import { inject } from "vitest";
import { startTestDaybook, type TestDaybook } from "./harness.ts";

/** A running Daybook that somebody else stops. */
export type RunningDaybook = Omit<TestDaybook, "stop">;

let started: Promise<TestDaybook> | undefined;
let secondApi: Promise<string> | undefined;

/** The end of the run removes its folder and its database. */
async function start(): Promise<TestDaybook> {
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
 * until the process ends. Each file begins without counted attempts and without mails.
 *
 * It is for files that look only at the data of people they made. A file that counts rows, dumps tables, stops a role, needs
 * options or a clock, or tests a limit of an address starts its own.
 */
export async function sharedDaybook(): Promise<RunningDaybook> {
  const daybook = await (started ??= start());
  const { pools, dataFolder } = daybook.platform;
  await pools.durable.query("DELETE FROM vault.rate_limits");
  await removeMails(dataFolder.path);
  return { ...daybook, startAnotherApi: () => (secondApi ??= daybook.startAnotherApi()) };
}
