import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type ProductProcess, spawnProduct } from "../remote/product-process.ts";
import { errorOfRun, killProduct, waitUntilReady } from "./run-chaos.ts";
import { Violation } from "./writers.ts";

const { signal } = new AbortController();
const ready = `console.log("Daybook is ready on http://localhost:1");`;
let checkout: string;

beforeEach(async () => {
  checkout = await mkdtemp(join(tmpdir(), "daybook-product-"));
  await mkdir(join(checkout, "dist", "server"), { recursive: true });
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(checkout, { recursive: true });
});

/** Starts a program in the place of the product. */
async function spawnProgram(program: string): Promise<ProductProcess> {
  await writeFile(join(checkout, "dist", "server", "start.mjs"), program);
  return spawnProduct({ checkout, port: 1, dataFolder: checkout });
}

test("a product that ignores SIGTERM is killed", async () => {
  const product = await spawnProgram(
    `process.on("SIGTERM", () => {}); setInterval(() => {}, 1_000); ${ready}`,
  );
  await product.ready;
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const stopped = product.stop();
  vi.advanceTimersByTime(20_000);
  await stopped;
  expect(await product.ended).toBe("SIGKILL");
});

test("a chaos run fails when the product ends by itself", async () => {
  const product = await spawnProgram(`console.error("the disk is broken"); process.exitCode = 3;`);
  const readyPromise = waitUntilReady(product, 10_000, signal);
  await expect(readyPromise).rejects.toBeInstanceOf(Violation);
  await expect(readyPromise).rejects.toThrow("the disk is broken");
  await expect(killProduct(product)).rejects.toThrow("the server process ended by itself with 3");
});

test("a chaos run fails when a signal that it did not send ends the product", async () => {
  const product = await spawnProgram(`process.kill(process.pid, "SIGABRT"); setInterval(() => {}, 1_000);`);
  await product.ended;
  await expect(killProduct(product)).rejects.toThrow("the server process ended by itself with SIGABRT");
});

test("a chaos run may kill a product twice", async () => {
  const product = await spawnProgram(`setInterval(() => {}, 1_000); ${ready}`);
  await waitUntilReady(product, 10_000, signal);
  await killProduct(product);
  await killProduct(product);
});

test("a chaos run that reaches its timeout is a violation, and one that a person stops is not", () => {
  const error = new Error("aborted");
  const timeout = AbortSignal.abort(new DOMException("", "TimeoutError"));
  expect(errorOfRun(error, timeout)).toBeInstanceOf(Violation);
  expect(errorOfRun(error, AbortSignal.abort())).toBe(error);
  expect(errorOfRun(error, signal)).toBe(error);
  const violation = new Violation("the server process ended by itself with 0");
  expect(errorOfRun(violation, AbortSignal.abort())).not.toBeInstanceOf(Violation);
  expect(errorOfRun(violation, timeout)).toBe(violation);
  expect(errorOfRun(violation, signal)).toBe(violation);
});
