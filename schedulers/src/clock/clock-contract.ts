import { once } from "node:events";
import type { ChildProcess } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { jobMigrations } from "@daybook/platform/jobs/migrations";
import { createPool } from "@daybook/platform/postgres/pool";
import { createTestDatabase, type TestDatabase } from "@daybook/platform/testing/database";
import { isFullMatrix } from "@daybook/platform/testing/matrix";
import { nextMessage, spawnScript } from "@daybook/platform/testing/spawn-script";
import { startTcpProxy, type TcpProxy } from "@daybook/platform/testing/tcp-proxy";
import type pg from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { SchedulerProcessOptions } from "../testing/scheduler-process.ts";
import {
  countingJob,
  createWorkTables,
  startTestScheduler,
  type TestSchedulerOptions,
} from "../testing/test-scheduler.ts";
import type { ClockTimes } from "./agenda-clock.ts";

/** The server on which a clock is tested, and how schedulers reach it through a proxy. */
export type ClockUnderTest = {
  /** The host and port of the server. */
  readonly server: (databaseUrl: string) => { host: string; port: number };
  /** The URLs for a scheduler that uses the proxy. */
  readonly throughProxy: (
    port: number,
    databaseUrl: string,
  ) => Pick<TestSchedulerOptions, "databaseUrl" | "mongodbUrl">;
};

const times: ClockTimes = { everyMs: 200, lockMs: 1_000, retryMs: 100 };
const jobEveryMs = 150;
/** How long an outage continues after the clock has noticed it. */
const outageMs = isFullMatrix ? 60_000 : 0;

/** What every job clock must guarantee together with the job schedule. */
export function describeClockContract(
  name: string,
  { server, throughProxy: optionsThroughProxy }: ClockUnderTest,
): void {
  describe(`the job clock on ${name}`, () => {
    let database: TestDatabase;
    let pool: pg.Pool;
    let proxy: TcpProxy;
    let options: TestSchedulerOptions;
    const cleanups: (() => Promise<unknown>)[] = [];

    beforeEach(async () => {
      database = await createTestDatabase(jobMigrations);
      pool = createPool({ connectionString: database.url, applicationName: "clock contract" });
      await createWorkTables(pool);
      proxy = await startTcpProxy(server(database.url));
      options = { ...optionsThroughProxy(proxy.port, database.url), times };
    });
    afterEach(async () => {
      for (const cleanUp of cleanups.splice(0).toReversed()) await cleanUp();
      await proxy.cut();
      await pool.end();
      await database.drop();
    });

    async function start(everyMs = jobEveryMs, changes: Partial<TestSchedulerOptions> = {}) {
      const scheduler = await startTestScheduler({ ...options, ...changes }, [
        countingJob(() => pool, everyMs),
      ]);
      cleanups.push(scheduler.stop);
      return scheduler;
    }

    async function startProcess(changes: Partial<SchedulerProcessOptions> = {}): Promise<ChildProcess> {
      const child = await spawnScript(
        `import { runSchedulerProcess } from "@daybook/schedulers/testing/scheduler-process";
         await runSchedulerProcess(JSON.parse(process.argv[2]));`,
        [JSON.stringify({ ...options, jobEveryMs, ...changes })],
      );
      cleanups.push(() => kill(child));
      return child;
    }

    async function kill(child: ChildProcess): Promise<void> {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, "exit");
      child.kill("SIGKILL");
      await exited;
    }

    async function count(): Promise<number> {
      return (await pool.query<{ n: number }>("SELECT count(*) AS n FROM attempts")).rows[0]?.n ?? 0;
    }
    const effects = async () => (await pool.query("SELECT effects FROM work")).rows;

    /** No run began while another one was running, and the work had its effect once. */
    async function expectNoOverlap(): Promise<void> {
      const { rows } = await pool.query(
        `SELECT a.id, b.id FROM attempts a JOIN attempts b ON b.id > a.id
         WHERE b.began_at < coalesce(a.ended_at, 'infinity')`,
      );
      expect(rows).toEqual([]);
      expect(await effects()).toEqual([{ effects: 1 }]);
    }

    /** At least the interval of the job passed between the starts of two runs. */
    async function expectIntervals(): Promise<void> {
      const { rows } = await pool.query(
        `SELECT gap FROM (SELECT at - lag(at) OVER (ORDER BY run) AS gap FROM recorded_starts) AS gaps
         WHERE gap < $1 * interval '1 millisecond'`,
        [jobEveryMs],
      );
      expect(rows).toEqual([]);
    }

    it("runs a job each time it is due", async () => {
      const scheduler = await start();
      await expect.poll(count).toBeGreaterThanOrEqual(5);
      expect(scheduler.looks()).toBeGreaterThan(0);
      await expectIntervals();
      await expectNoOverlap();
    });

    it("runs no job before its time", async () => {
      const scheduler = await start(3_600_000);
      await expect.poll(count).toBe(1);
      const looksBefore = scheduler.looks();
      await expect.poll(scheduler.looks).toBeGreaterThan(looksBefore + 3);
      expect(await count()).toBe(1);
    });

    it("runs each occurrence once, with three processes that start together and clocks that fire twice", async () => {
      await Promise.all([1, 2, 3].map(() => startProcess({ firesTwice: true })));
      await expect.poll(count).toBeGreaterThanOrEqual(12);
      await expectIntervals();
      await expectNoOverlap();
    });

    it.each(["before the effect", "after the effect"] as const)(
      "runs a job again after its process was killed %s, and its work has its effect once",
      async (hangsAt) => {
        const killedProcess = await startProcess({ hangsAt });
        expect(await nextMessage(killedProcess)).toBe("hangs");
        const otherScheduler = await start();
        await expect.poll(otherScheduler.looks).toBeGreaterThan(0);
        expect(await count()).toBe(1);
        await kill(killedProcess);
        await expect.poll(count).toBeGreaterThan(1);
        await expect.poll(effects).toEqual([{ effects: 1 }]);
      },
    );

    it("looks again after the process that looked last was killed", async () => {
      const killedProcess = await startProcess();
      expect(await nextMessage(killedProcess)).toBe("looked");
      await kill(killedProcess);
      const otherScheduler = await start();
      await expect.poll(otherScheduler.looks).toBeGreaterThan(0);
    });

    it("asks a running job to stop, waits for its end, and lets the next process look immediately", async () => {
      // A lock that lasts longer than this test: only a clean stop frees it.
      const longLock = { times: { ...times, lockMs: 600_000 } };
      let finishJob = (): void => {};
      let jobSignal: AbortSignal | undefined;
      const job = {
        name: "drain",
        everyMs: 100,
        run: (_: unknown, signal: AbortSignal) =>
          new Promise<void>((resolve) => {
            jobSignal = signal;
            finishJob = resolve;
          }),
      };
      const stoppingScheduler = await startTestScheduler({ ...options, ...longLock }, [job]);
      await expect.poll(stoppingScheduler.looks).toBeGreaterThan(1);
      let isStopped = false;
      const stopped = stoppingScheduler.stop().then(() => (isStopped = true));
      await expect.poll(() => jobSignal?.aborted).toBe(true);
      expect(isStopped).toBe(false);
      finishJob();
      await stopped;
      const nextScheduler = await start(jobEveryMs, longLock);
      await expect.poll(nextScheduler.looks).toBeGreaterThan(0);
    });

    it("survives an outage of its server, and reports it", async () => {
      const scheduler = await start();
      await expect.poll(scheduler.looks).toBeGreaterThan(0);
      await proxy.cut();
      await expect.poll(() => scheduler.isUnreachable()).toBe(true);
      await sleep(outageMs);
      const looksBefore = scheduler.looks();
      await proxy.restore();
      await expect.poll(scheduler.looks).toBeGreaterThan(looksBefore);
      const runs = await count();
      await expect.poll(count).toBeGreaterThan(runs);
      await expect.poll(() => scheduler.running.isFailing()).toBe(false);
      await expectNoOverlap();
    });
  });
}
