import { writeFileSync } from "node:fs";
import { getPriority } from "node:os";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { createWorkerThreads, WorkerThreadFailed, type WorkerThreads } from "./worker-threads.ts";

const source = `
const { threadId } = require("node:worker_threads");
const { getPriority } = require("node:os");
const { readlinkSync } = require("node:fs");
exports.double = (input) => ({ value: input * 2 });
exports.fail = () => ({ error: { name: "Broken", message: "it broke", code: "broken", stack: "at" } });
exports.exit = () => process.exit(3);
exports.crash = () => new Promise(() => setImmediate(() => { throw new Error("crash"); }));
exports.spin = () => { for (;;); };
exports.variableNames = () => ({ value: Object.keys(process.env) });
exports.priority = () => ({ value: getPriority(Number(readlinkSync("/proc/thread-self").split("/").at(-1))) });
exports.waitFor = (flag) => { Atomics.wait(new Int32Array(flag), 0, 0); return { value: threadId }; };
`;

let folder: string;
let program: URL;
let threads: WorkerThreads;
beforeAll(async () => {
  folder = await mkdtemp(join(temporaryFolder(), "daybook-threads-"));
  writeFileSync(join(folder, "program.cjs"), source);
  program = pathToFileURL(join(folder, "program.cjs"));
});
afterEach(() => threads?.close());
afterAll(() => rm(folder, { recursive: true }));

const task = (name: string, input?: unknown, owner = "a") => ({ program, name, input, owner });

describe("worker threads", () => {
  it("run a task, and pass on its error with name and code", async () => {
    threads = createWorkerThreads();
    expect(await threads.run(task("double", 21))).toBe(42);
    const error = await threads.run(task("fail")).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Error);
    expect(error).toHaveProperty("name", "Broken");
    expect(error).toHaveProperty("code", "broken");
  });

  it.each(["exit", "crash"])("reject a task whose thread ended, and run the next one: %s", async (name) => {
    threads = createWorkerThreads();
    await expect(threads.run(task(name))).rejects.toThrow(WorkerThreadFailed);
    expect(await threads.run(task("double", 1))).toBe(2);
  });

  it("reject every task that takes too long", async () => {
    threads = createWorkerThreads({ timeoutMs: 100 });
    await expect(threads.run(task("spin"))).rejects.toThrow(WorkerThreadFailed);
    await expect(threads.run(task("spin"))).rejects.toThrow(WorkerThreadFailed);
  });

  it("leave the event loop and other owners free while a task runs", async () => {
    threads = createWorkerThreads({ maxRunning: 2 });
    const flag = new SharedArrayBuffer(4);
    let hasEnded = false;
    const longTask = threads.run(task("waitFor", flag)).finally(() => (hasEnded = true));
    expect(await threads.run(task("double", 3, "b"))).toBe(6);
    expect(hasEnded).toBe(false);
    Atomics.store(new Int32Array(flag), 0, 1);
    Atomics.notify(new Int32Array(flag), 0);
    expect(await longTask).toBeGreaterThan(0);
  });

  it("reject running, waiting and new tasks after `close`", async () => {
    threads = createWorkerThreads();
    const spinningTask = threads.run(task("spin"));
    const waitingTask = threads.run(task("double", 1));
    const bothTasks = Promise.allSettled([spinningTask, waitingTask]);
    await threads.close();
    for (const { status } of await bothTasks) expect(status).toBe("rejected");
    await expect(threads.run(task("double", 1))).rejects.toThrow(WorkerThreadFailed);
  });

  it("get no variable of the environment, and on Linux a lower priority", async () => {
    threads = createWorkerThreads();
    expect(await threads.run(task("variableNames"))).toEqual([]);
    // 19 is the lowest priority, and a process that has it cannot lower it.
    const ownPriority = Math.min(getPriority(), 18);
    if (process.platform === "linux")
      expect(await threads.run(task("priority"))).toBeGreaterThan(ownPriority);
  });
});
