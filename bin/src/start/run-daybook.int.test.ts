import { isAlive } from "@daybook/platform/embedded/server-processes";
import { copyInitialisedPostgres } from "@daybook/platform/testing/initialised-postgres";
import { nextMessage, spawnScript, waitForExit } from "@daybook/platform/testing/spawn-script";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { freePort } from "@daybook/platform/embedded/free-port";

let root: string;
let port: number;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "daybook-run-"));
  // When root runs the tests, PostgreSQL runs as another account, which needs access to the data folder.
  await chmod(root, 0o711);
  await copyInitialisedPostgres(join(root, "data", "postgres"));
  port = await freePort();
});

afterEach(() => rm(root, { recursive: true, force: true }));

/** Starts a process of Daybook with one role, whose code comes from the test. */
function spawnDaybook(
  role: { start?: string; stop?: string } = {},
  environment: Record<string, string> = {},
) {
  return spawnScript(
    `import { runDaybook } from "../../bin/src/start/run-daybook.ts";
     const role = {
       health: async () => ({ status: "ok" }),
       stop: async () => { ${role.stop ?? ""} },
     };
     await runDaybook({
       createPlatform: async (parts) => parts,
       closePlatform: async () => {},
       migrate: async () => {},
       roles: [{ name: "api", start: async () => {
         ${role.start ?? ""}
         setTimeout(() => process.send("started"), 100);
         return role;
       } }],
     });`,
    [],
    { PORT: String(port), DAYBOOK_DATA: join(root, "data"), LOG_LEVEL: "fatal", ...environment },
  );
}

async function postgresPid(): Promise<number> {
  const pidFile = await readFile(join(root, "data", "postgres", "cluster", "postmaster.pid"), "utf8");
  return Number.parseInt(pidFile, 10);
}

function lastLine(text: string): string | undefined {
  return text.trim().split("\n").at(-1);
}

async function waitUntilEnded(pid: number): Promise<void> {
  await expect.poll(() => isAlive(pid), { timeout: 60_000 }).toBe(false);
}

describe.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)("the signal %s", (signal) => {
  test('stops everything with code 0; the line before "Stopping …" has the URL', async () => {
    const child = await spawnDaybook();
    const end = waitForExit(child);
    await nextMessage(child);
    const postgres = await postgresPid();
    child.kill(signal);
    const { code, stdout, stderr } = await end;
    const lines = stdout.trim().split("\n");
    expect(lines.slice(-2)).toEqual([`Daybook is ready on http://localhost:${port}`, "Stopping …"]);
    expect([code, stderr]).toEqual([0, ""]);
    await waitUntilEnded(postgres);
  });
});

test.runIf(process.platform === "linux")(
  "the ready line has the address on which Daybook listens",
  async () => {
    const child = await spawnDaybook({}, { HOST: "127.0.0.2" });
    const end = waitForExit(child);
    await nextMessage(child);
    child.kill("SIGTERM");
    expect((await end).stdout).toContain(`Daybook is ready on http://127.0.0.2:${port}\n`);
  },
);

test("a second signal ends a process that hangs while it stops, and ends its database too", async () => {
  const child = await spawnDaybook({
    stop: "process.send('stopping'); await new Promise(() => setInterval(() => {}, 1000));",
  });
  const end = waitForExit(child);
  await nextMessage(child);
  const postgres = await postgresPid();
  child.kill("SIGTERM");
  expect(await nextMessage(child)).toBe("stopping");
  const timer = setInterval(() => child.kill("SIGTERM"), 300);
  const { code } = await end;
  clearInterval(timer);
  expect(code).toBe(1);
  await waitUntilEnded(postgres);
});

async function waitForFailure(child: ChildProcess): Promise<{ code: number | null; stderr: string }> {
  const { code, stderr } = await waitForExit(child);
  return { code, stderr };
}

test("an unhandled error stops the process with code 1", async () => {
  const { code, stderr } = await waitForFailure(
    await spawnDaybook({ start: "setTimeout(() => Promise.reject(new Error('x')), 50);" }),
  );
  expect(code).toBe(1);
  expect(stderr).toContain("Daybook stops after an unhandled error.");
});

test("a role that ends by itself stops the process with code 1", async () => {
  const { code, stderr } = await waitForFailure(
    await spawnDaybook({ start: "role.ended = Promise.resolve();" }),
  );
  expect(code).toBe(1);
  expect(stderr).toContain("Daybook stops because a role ended.");
});

describe("a start fails with a message and code 1", () => {
  test("when the port is taken", async () => {
    const portHolder = createServer().listen(port, "127.0.0.1");
    await once(portHolder, "listening");
    expect(await waitForFailure(await spawnDaybook())).toEqual({
      code: 1,
      stderr: `Port ${port} is taken by another program; stop that program, or set PORT to another number.\n`,
    });
    await new Promise((resolve) => portHolder.close(resolve));
  });

  test("when the data folder cannot be created", async () => {
    await writeFile(join(root, "file"), "");
    const dataFolder = join(root, "file", "data");
    expect(await waitForFailure(await spawnDaybook({}, { DAYBOOK_DATA: dataFolder }))).toEqual({
      code: 1,
      stderr: `The data folder ${dataFolder} cannot be used: a part of its path is a file; set DAYBOOK_DATA to a folder that this account may write.\n`,
    });
  });

  test("when another Daybook uses the data folder", async () => {
    const firstDaybook = await spawnDaybook();
    const end = waitForExit(firstDaybook);
    await nextMessage(firstDaybook);
    const { code, stderr } = await waitForFailure(
      await spawnDaybook({}, { PORT: String(port === 65_535 ? 1024 : port + 1) }),
    );
    expect(code).toBe(1);
    expect(lastLine(stderr)).toContain(
      `Another Daybook (process ${firstDaybook.pid}) already uses the data folder`,
    );
    firstDaybook.kill("SIGTERM");
    expect((await end).code).toBe(0);
  });

  test("when a value in the configuration is not valid", async () => {
    expect(await waitForFailure(await spawnDaybook({}, { PORT: "many" }))).toEqual({
      code: 1,
      stderr: "PORT must be a whole number from 1 to 65535.\n",
    });
  });
});

test("the next start recovers after the process was killed", async () => {
  const killedDaybook = await spawnDaybook();
  await nextMessage(killedDaybook);
  const orphanPid = await postgresPid();
  killedDaybook.kill("SIGKILL");
  await once(killedDaybook, "exit");
  const nextDaybook = await spawnDaybook();
  const end = waitForExit(nextDaybook);
  await nextMessage(nextDaybook);
  expect(await postgresPid()).not.toBe(orphanPid);
  nextDaybook.kill("SIGTERM");
  expect((await end).code).toBe(0);
});
