import { createPool } from "@daybook/platform/postgres/pool";
import { createTestDatabase, type TestDatabase } from "@daybook/platform/testing/database";
import type { JobRepository } from "agenda";
import type pg from "pg";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createAgendaClock } from "./agenda-clock.ts";
import type { JobClock } from "./job-clock.ts";
import { connectPostgres } from "./postgres-server.ts";

let database: TestDatabase;
let pool: pg.Pool;
let clock: JobClock | undefined;

beforeEach(async () => {
  database = await createTestDatabase();
  pool = createPool({ connectionString: database.url, applicationName: "agenda clock" });
});

afterEach(async () => {
  await clock?.stop();
  await pool.end();
  await database.drop();
});

/** Starts a clock that calls `onConnect` each time it connects. Returns a function that gives the number of looks so far. */
function startClock(onConnect: (repository: JobRepository) => Promise<void> | void): () => number {
  let lookCount = 0;
  clock = createAgendaClock({
    connect: async () => {
      const server = await connectPostgres(pool);
      await onConnect(server.repository);
      return server;
    },
    readId: async () => "test",
    logger: { warn: () => {}, info: () => {} },
    times: { everyMs: 100, lockMs: 300, retryMs: 50 },
  });
  clock.start(async () => void (lookCount += 1));
  return () => lookCount;
}

it("looks again when the lock of a look expired before the look ran, as after a sleep of the machine", async () => {
  let expiredCount = 0;
  const countLooks = startClock((repository) => {
    const getNextJob = repository.getNextJobToRun.bind(repository);
    repository.getNextJobToRun = async (...args) => {
      const job = await getNextJob(...args);
      if (!job || expiredCount >= 3) return job;
      expiredCount += 1;
      return { ...job, lockedAt: new Date(0) };
    };
  });
  await expect.poll(countLooks).toBeGreaterThan(2);
  expect(expiredCount).toBe(3);
});

it("looks again although the clock of a machine was wrong when the next look was stored", async () => {
  const countLooks = startClock(async (repository) => {
    const nextRunAt = new Date(Date.now() + 24 * 3_600_000);
    const laterJob = { name: "look test", type: "single", priority: 0, data: {}, nextRunAt } as const;
    await repository.saveJob(laterJob, {});
  });
  await expect.poll(countLooks).toBeGreaterThan(2);
});

it("tries again when it cannot connect at the start, and is then reachable", async () => {
  let remainingRefusals = 2;
  const countLooks = startClock(() => {
    remainingRefusals -= 1;
    if (remainingRefusals >= 0) throw new Error("refused");
  });
  await expect.poll(() => clock?.isUnreachable()).toBe(true);
  await expect.poll(countLooks).toBeGreaterThan(0);
  expect(clock?.isUnreachable()).toBe(false);
});

it("does not end the process when a lock cannot be freed", async () => {
  const countLooks = startClock((repository) => {
    repository.unlockJob = () => Promise.reject(new Error("unreachable"));
    const getNextJob = repository.getNextJobToRun.bind(repository);
    let isFirst = true;
    repository.getNextJobToRun = async (...args) => {
      const job = await getNextJob(...args);
      if (!job || !isFirst) return job;
      isFirst = false;
      // Agenda frees a look that is not due soon, and does not wait for the result of `unlockJob`.
      return { ...job, nextRunAt: new Date(Date.now() + 60_000) };
    };
  });
  await expect.poll(countLooks).toBeGreaterThan(2);
});

it("leaves no look locked when it stops while the server is reserving one", async () => {
  let answerQuery = (): void => {};
  let delayedQuery: Promise<void> | undefined;
  const countLooks = startClock((repository) => {
    const getNextJob = repository.getNextJobToRun.bind(repository);
    repository.getNextJobToRun = async (...args) => {
      const job = await getNextJob(...args);
      if (job && countLooks() > 0 && !delayedQuery)
        await (delayedQuery = new Promise<void>((resolve) => (answerQuery = resolve)));
      return job;
    };
  });
  await expect.poll(() => delayedQuery !== undefined).toBe(true);
  const stopping = clock?.stop();
  answerQuery();
  await stopping;
  const { rows } = await pool.query("SELECT locked_at FROM agenda_jobs");
  expect(rows).toEqual([{ locked_at: null }]);
});
