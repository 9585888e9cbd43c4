import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { contract } from "@daybook/domain/contract/contract";
import { systemClock } from "@daybook/platform/clock";
import { type PostgresServer, startPostgres } from "@daybook/platform/embedded/postgres-server";
import { copyInitialisedPostgres } from "@daybook/platform/testing/initialised-postgres";
import type { RemoteDaybook } from "@daybook/bin/remote/remote-daybook";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { ok } from "../answers.ts";
import { startTestDaybook, type TestDaybook } from "./harness.ts";

/** After a failure, mails are next delivered half a minute later. Until then health reports the schedulers as degraded. */
const pollOptions = { timeout: 120_000, interval: 50 };
/** A running server gets as long as a busy machine may need. A frozen one never answers, so a short timeout detects it. */
const answerMs = { running: 20_000, frozen: 300 };
const databaseTimeouts = {
  suspiciousMs: 500,
  answerMs: answerMs.running,
  retryMs: 100,
  statementMs: 600_000,
};

let root: string;
let server: PostgresServer;
let daybook: TestDaybook;
let person: RemoteDaybook;
let journalId: string;

/** The ids of the processes that the server has started, one for each connection and some more. */
const childPids = (): number[] =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => parentOf(pid) === server.pid);

// The main process is the first to stop and the last to continue, so the list of its children does not change in between.
function freezeServer(): void {
  process.kill(server.pid, "SIGSTOP");
  for (const pid of childPids()) process.kill(pid, "SIGSTOP");
}

function thawServer(): void {
  for (const pid of childPids()) process.kill(pid, "SIGCONT");
  process.kill(server.pid, "SIGCONT");
}

function parentOf(pid: number): number | null {
  try {
    // The name of the program, in brackets, may hold spaces.
    const [, parent] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    return Number(parent);
  } catch {
    return null;
  }
}

/** Stops every process of the server while `work` runs. The kernel still accepts connections to it. */
async function withFrozenServer(work: () => Promise<void>): Promise<void> {
  try {
    freezeServer();
    databaseTimeouts.answerMs = answerMs.frozen;
    await work();
  } finally {
    databaseTimeouts.answerMs = answerMs.running;
    thawServer();
  }
}

/** Reads the health without a session, as a monitor does. */
const readHealth = async () =>
  contract.health.replies[200].parse(await (await fetch(`${daybook.url}/api/health`)).json());
const write = (title: string, key: string) =>
  person.call("createEntry", { params: { journalId }, body: { title }, key });
const codeOf = (reply: Awaited<ReturnType<typeof write>>) => (reply.ok ? "ok" : reply.body.code);
const listTitles = async (): Promise<string[]> =>
  ok(await person.call("listEntries", { params: { journalId } })).entries.map(({ entry }) => entry.title);

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "daybook-frozen-"));
  // When root runs the tests, PostgreSQL runs as another account, which needs access to the cluster.
  await chmod(root, 0o711);
  const folder = join(root, "postgres");
  await copyInitialisedPostgres(folder);
  const logger = { info: () => undefined, warn: () => undefined };
  server = await startPostgres({ folder, logger, durable: false, passableFolders: [root] });
  const database = { url: server.url, drop: () => Promise.resolve() };
  daybook = await startTestDaybook(
    {},
    { database, folder: join(root, "data"), clock: systemClock, databaseTimeouts },
  );
  person = await daybook.newPerson();
  journalId = String(ok(await person.call("listJournals")).journals[0]?.journal.id);
});

afterAll(async () => {
  await daybook?.stop();
  await server?.stop();
  await rm(root, { recursive: true, force: true });
});

it("saves are refused as unavailable while the database is frozen; repeated afterwards, each is stored once", async () => {
  const keys = Array.from({ length: 20 }, () => randomUUID());
  await withFrozenServer(async () => {
    const replies = await Promise.all(keys.map((key, n) => write(`Frozen ${n}`, key)));
    expect(new Set(replies.map(codeOf))).toEqual(new Set(["unavailable"]));
    const { status, dependencies, roles } = await readHealth();
    expect([status, dependencies["database"]?.status, roles["api"]?.status]).toEqual([
      "degraded",
      "down",
      "down",
    ]);
  });
  await vi.waitFor(async () => expect((await readHealth()).status).toBe("ok"), pollOptions);
  for (const [n, key] of keys.entries()) ok(await write(`Frozen ${n}`, key));
  await daybook.waitUntilCaughtUp();
  expect((await listTitles()).toSorted()).toEqual(keys.map((_, n) => `Frozen ${n}`).toSorted());
});

it("saves that are running when the database freezes are each stored once when repeated", async () => {
  const keys: string[] = [];
  const writeUntilRefused = async (): Promise<string> => {
    const key = randomUUID();
    const code = codeOf(await write(`Caught ${keys.push(key) - 1}`, key));
    return code === "ok" ? writeUntilRefused() : code;
  };
  const writers = Array.from({ length: 4 }, writeUntilRefused);
  // More keys than writers: at least one save has succeeded, and each writer has another save that is running.
  await vi.waitFor(() => expect(keys.length).toBeGreaterThan(writers.length), pollOptions);
  await withFrozenServer(async () => {
    expect(new Set(await Promise.all(writers))).toEqual(new Set(["unavailable"]));
  });
  for (const [n, key] of keys.entries()) {
    await vi.waitFor(async () => ok(await write(`Caught ${n}`, key)), pollOptions);
  }
  const storedTitles = (await listTitles()).filter((title) => title.startsWith("Caught"));
  expect(storedTitles.toSorted()).toEqual(keys.map((_, n) => `Caught ${n}`).toSorted());
});
