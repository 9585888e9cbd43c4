// Runs first: it mostly waits for due jobs, so other files can run meanwhile.
import { randomUUID } from "node:crypto";
import { readJobsCommand, runJobsCommand } from "@daybook/bin/jobs/run-jobs-command";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ok } from "../answers.ts";
import { startTestDaybook, type TestDaybook } from "./harness.ts";

async function readJobState(daybook: TestDaybook, name: string) {
  const { rows } = await daybook.platform.pools.durable.query<{
    runs: number;
    failures: number;
    ended: boolean;
  }>("SELECT runs, failures, ended_at IS NOT NULL AS ended FROM jobs.schedule WHERE name = $1", [name]);
  return rows[0];
}

const makeDue = (daybook: TestDaybook, name: string) =>
  daybook.platform.pools.durable.query("UPDATE jobs.schedule SET due_at = now() WHERE name = $1", [name]);

async function readHealth(daybook: TestDaybook) {
  const person = await daybook.newPerson();
  const { status, roles, dependencies } = ok(await person.call("health"));
  return [status, roles["schedulers"]?.status, dependencies["job-clock"]?.status];
}

describe("the jobs of a running Daybook", () => {
  let daybook: TestDaybook;
  beforeAll(async () => {
    daybook = await startTestDaybook();
  });
  afterAll(() => daybook.stop());

  async function runCommand(...args: string[]): Promise<string[]> {
    const parsedCommand = readJobsCommand(args);
    if (typeof parsedCommand === "string") throw new Error(parsedCommand);
    const lines: string[] = [];
    await runJobsCommand(parsedCommand, daybook.platform.config, (line) => lines.push(line));
    return lines;
  }

  it("run at the start, and again when they are due", async () => {
    await expect.poll(() => readJobState(daybook, "sweep-photos")).toMatchObject({ runs: 1, ended: true });
    await makeDue(daybook, "sweep-photos");
    await expect.poll(() => readJobState(daybook, "sweep-photos")).toMatchObject({ runs: 2, failures: 0 });
    expect(await readHealth(daybook)).toEqual(["ok", "ok", "ok"]);
  });

  it("can be paused, resumed, run and listed by the command while Daybook runs", async () => {
    await expect.poll(() => readJobState(daybook, "clean-up")).toMatchObject({ runs: 1, ended: true });
    await runCommand("pause", "clean-up");
    await makeDue(daybook, "clean-up");
    await makeDue(daybook, "purge-trash");
    // The look that begins this job has already skipped the paused one.
    await expect.poll(() => readJobState(daybook, "purge-trash")).toMatchObject({ runs: 2 });
    expect(await readJobState(daybook, "clean-up")).toMatchObject({ runs: 1 });
    expect(await runCommand("run", "clean-up")).toEqual([
      expect.stringContaining('The job "clean-up" has run.'),
    ]);
    expect(await readJobState(daybook, "clean-up")).toMatchObject({ runs: 2 });
    expect((await runCommand("list")).find((line) => line.startsWith("clean-up"))).toContain("paused");
    await runCommand("resume", "clean-up");
    await makeDue(daybook, "clean-up");
    await expect.poll(() => readJobState(daybook, "clean-up")).toMatchObject({ runs: 3 });
  });
});

describe("while the server of the job clock cannot be reached", () => {
  it("Daybook starts and saves; health is degraded, and the log names the job clock", async () => {
    const daybook = await startTestDaybook({ MONGODB_URL: "mongodb://127.0.0.1:9/daybook" });
    try {
      const person = await daybook.newPerson();
      const journalId = String(ok(await person.call("listJournals")).journals[0]?.journal.id);
      const body = { title: "Written during the outage" };
      ok(await person.call("createEntry", { params: { journalId }, body, key: randomUUID() }));
      const schedulers = daybook.platform.roles.get("schedulers");
      await expect.poll(() => schedulers?.health()).toEqual({ status: "degraded" });
      // The state after half a minute without a look.
      await daybook.platform.pools.durable.query(
        "UPDATE jobs.clock SET looked_at = now() - interval '31 seconds'",
      );
      expect(await readHealth(daybook)).toEqual(["degraded", "degraded", "degraded"]);
      expect(daybook.log()).toContain("the server of the job clock cannot be reached");
    } finally {
      await daybook.stop();
    }
  });
});
