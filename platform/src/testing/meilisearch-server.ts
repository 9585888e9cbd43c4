import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../embedded/free-port.ts";

/** The Meilisearch program for tests that freeze and kill the server; undefined without one. npm cannot install it. */
export const meilisearchProgram = process.env["MEILISEARCH_PROGRAM"];

const startTimeoutMs = 60_000;

/** A Meilisearch server that a test may freeze and kill. It keeps its data until `stop`. */
export type MeilisearchServer = {
  readonly url: string;
  readonly key: string;
  freeze(): void;
  thaw(): void;
  /** Ends it without a chance to finish anything. */
  kill(): Promise<void>;
  /** Starts it again on the same data and port. */
  start(): Promise<void>;
  stop(): Promise<void>;
};

/** Starts a {@link MeilisearchServer} on the loopback interface. */
export async function startMeilisearch(program: string): Promise<MeilisearchServer> {
  const folder = await mkdtemp(join(tmpdir(), "daybook-meilisearch-"));
  const address = `127.0.0.1:${await freePort()}`;
  const url = `http://${address}`;
  const key = randomUUID();
  let child: ChildProcess | undefined;

  async function start(): Promise<void> {
    const parameters = ["--db-path", "data", "--http-addr", address, "--master-key", key, "--no-analytics"];
    const memory = ["--max-indexing-memory", "256MiB"];
    child = spawn(program, [...parameters, ...memory], { cwd: folder, stdio: "ignore" });
    await once(child, "spawn");
    const deadline = performance.now() + startTimeoutMs;
    for (;;) {
      const answer = await fetch(`${url}/health`).catch(() => null);
      if (answer?.ok) return;
      if (child.exitCode !== null || performance.now() > deadline)
        throw new Error("Meilisearch does not start");
      await sleep(50);
    }
  }

  async function kill(): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, "exit");
    child.kill("SIGKILL");
    await exit;
  }

  await start();
  return {
    url,
    key,
    freeze: () => void child?.kill("SIGSTOP"),
    thaw: () => void child?.kill("SIGCONT"),
    kill,
    start,
    async stop() {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
