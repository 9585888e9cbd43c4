import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "@daybook/platform/embedded/free-port";
import { readIfExists } from "@daybook/platform/embedded/durable-file";
import { clusterOf } from "@daybook/platform/embedded/postgres-home";
import { PID_FILE, isServerOfCluster } from "@daybook/platform/embedded/server-processes";
import { withAnySignal } from "@daybook/platform/with-any-signal";
import { cleanUp } from "../remote/clean-up.ts";
import { type ProductProcess, spawnProduct } from "../remote/product-process.ts";
import { remoteDaybook } from "../remote/remote-daybook.ts";
import { checkAll, checkSample } from "./check-entries.ts";
import { checkLog, checkPositions } from "./check-log.ts";
import { seededRandom } from "./seeded-random.ts";
import { startWriters, Violation, type WriteCounts } from "./writers.ts";

/** The report of a run. Times are in milliseconds. */
export type ChaosReport = {
  seed: number;
  kills: { server: number; whileStarting: number; postgres: number };
  restarts: number;
  counts: WriteCounts;
  /** One for each round. `ms` is the time from the round's first kill to the first acknowledgement of a write sent after that kill. */
  recoveries: { target: "server" | "postgres"; ms: number }[];
  versions: number;
  events: number;
  /** The number of rows of the read models. */
  rows: number;
  totalMs: number;
};

/** The options of a run. The same seed gives the same kills after the same pauses. */
export type ChaosOptions = {
  kills: number;
  writers: number;
  seed: number;
  signal: AbortSignal;
  /** Called after each recovery. */
  onProgress: (kills: number) => void;
};

const pauseMs = { min: 50, max: 900 };
const killWhileStartingShare = 0.2;
const recoveryTimeoutMs = 60_000;
const sampleSize = 4;

/** Waits for a promise. Rejects with a `Violation` after the timeout, and with another error when the signal aborts. */
export async function withTimeout<T>(
  ms: number,
  description: string,
  signal: AbortSignal,
  promise: Promise<T>,
): Promise<T> {
  const timeoutController = new AbortController();
  const timeoutPromise = withAnySignal([signal, timeoutController.signal], (anySignal) =>
    sleep(ms, undefined, { signal: anySignal }),
  ).then(() => {
    throw new Violation(`${description} took more than ${ms / 1000} seconds`);
  });
  try {
    return await Promise.race([promise, timeoutPromise]);
  } finally {
    timeoutController.abort();
    timeoutPromise.catch(() => {});
  }
}

/**
 * Waits until a product that was just started is ready, and returns the milliseconds of the start. Throws `Violation` when the product
 * ends before it is ready, or when the start takes too long.
 */
export function waitUntilReady(
  product: ProductProcess,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<number> {
  const ready = product.ready.catch((error: Error) => {
    throw new Violation(error.message);
  });
  return withTimeout(timeoutMs, "a start", signal, ready);
}

/** Kills the product. Throws `Violation` when it has already ended by itself. A product that was killed before is no violation. */
export async function killProduct(product: ProductProcess): Promise<void> {
  const end = await Promise.race([product.ended, Promise.resolve(null)]);
  if (end !== null && !product.wasStopped)
    throw new Violation(`the server process ended by itself with ${end}`);
  await product.kill();
}

/**
 * Returns the error that a failed run throws. When the run reached the timeout of its signal, the error is a `Violation`. When a person
 * stopped the run, the error is never a `Violation`: Ctrl-C in a terminal also stops the product, which is no fault of the product.
 */
export function errorOfRun(error: unknown, signal: AbortSignal): unknown {
  const isTimeout = signal.reason instanceof Error && signal.reason.name === "TimeoutError";
  if (error instanceof Violation) return signal.aborted && !isTimeout ? signal.reason : error;
  return isTimeout ? new Violation("the run took too long") : error;
}

/** The process id of the embedded PostgreSQL; `null` when it is not running. */
async function postmasterOf(dataFolder: string): Promise<number | null> {
  const cluster = await clusterOf(join(dataFolder, "postgres"));
  const pid = Number.parseInt((await readIfExists(join(cluster, PID_FILE))) ?? "", 10);
  return pid > 0 && isServerOfCluster(pid, cluster) ? pid : null;
}

/**
 * Runs the product on a temporary data folder. Writes continuously through the product's API, and at random moments kills the server
 * process and PostgreSQL in turn. Throws `Violation` for the first broken guarantee. Then the data folder is not removed, and the
 * message has the path of this folder. Ends all processes.
 */
export async function runChaos(options: ChaosOptions): Promise<ChaosReport> {
  const { signal, onProgress } = options;
  const startedAt = performance.now();
  const random = seededRandom(options.seed);
  const dataFolder = await mkdtemp(join(tmpdir(), "daybook-chaos-"));
  const port = await freePort();
  const kills = { server: 0, whileStarting: 0, postgres: 0 };
  const recoveries: ChaosReport["recoveries"] = [];
  let restarts = 0;
  let product: ProductProcess;
  /** The server process while it must run: its end is then a violation. Otherwise `null`. */
  let requiredProduct: ProductProcess | null = null;

  async function start(): Promise<void> {
    const newProduct = (product = spawnProduct({ port, dataFolder }));
    await waitUntilReady(newProduct, recoveryTimeoutMs, signal);
    requiredProduct = newProduct;
    void newProduct.ended.then((end) => {
      if (requiredProduct === newProduct)
        reportViolation(new Violation(`the server process ended by itself with ${end}`));
    });
  }
  let reportViolation: (violation: Violation) => void = () => {};
  const unexpectedEnd = new Promise<never>((_, reject) => (reportViolation = reject));
  unexpectedEnd.catch(() => {});

  async function killServer(): Promise<void> {
    requiredProduct = null;
    kills.server += 1;
    await killProduct(product);
    restarts += 1;
    if (random() < killWhileStartingShare && killCount() < options.kills) {
      product = spawnProduct({ port, dataFolder });
      await sleep(random() * 1_200, undefined, { signal });
      kills.whileStarting += 1;
      await killProduct(product);
      restarts += 1;
    }
    await start();
  }

  async function killPostgres(): Promise<void> {
    const pid = await postmasterOf(dataFolder);
    if (pid === null) throw new Violation("PostgreSQL is not running");
    process.kill(pid, "SIGKILL");
    kills.postgres += 1;
  }

  const killCount = () => kills.server + kills.whileStarting + kills.postgres;

  let keepsData = false;
  try {
    await start();
    const daybook = remoteDaybook(`http://127.0.0.1:${port}`);
    await daybook.logInOrSignUp({ email: "chaos@example.com", password: "and so to bed 1660" });
    const journals = await daybook.call("listJournals");
    const journalId = journals.ok ? journals.body.journals[0]?.journal.id : undefined;
    if (journalId === undefined) throw new Error("the new account has no journal");
    const writers = startWriters({ daybook, journalId, count: options.writers, random: Math.random });
    const orFailure = <T>(promise: Promise<T>): Promise<T> =>
      Promise.race([promise, writers.failure, unexpectedEnd]);

    for (let round = 0; killCount() < options.kills; round += 1) {
      const pause = pauseMs.min + random() * (pauseMs.max - pauseMs.min);
      await orFailure(sleep(pause, undefined, { signal }));
      const target = round % 2 === 0 ? "server" : "postgres";
      let killedAt = performance.now();
      if (target === "server") {
        await orFailure(killServer());
      } else {
        await orFailure(killPostgres());
        killedAt = performance.now();
      }
      await orFailure(
        withTimeout(recoveryTimeoutMs, "recovering", signal, writers.nextAcknowledgement(killedAt)),
      );
      recoveries.push({ target, ms: performance.now() - killedAt });
      const sampleRecords = Array.from(
        { length: Math.min(sampleSize, writers.entries.length) },
        () => writers.entries[Math.floor(Math.random() * writers.entries.length)]!,
      );
      await orFailure(checkSample(daybook, journalId, sampleRecords));
      await orFailure(checkPositions(dataFolder));
      onProgress(killCount());
    }

    await orFailure(writers.finish());
    const { versions } = await orFailure(checkAll(daybook, journalId, writers.entries));
    const { events, rows } = await orFailure(checkLog(dataFolder));
    requiredProduct = null;
    return {
      seed: options.seed,
      kills,
      restarts,
      counts: { ...writers.counts },
      recoveries,
      versions,
      events,
      rows,
      totalMs: performance.now() - startedAt,
    };
  } catch (caughtError) {
    const error = errorOfRun(caughtError, signal);
    keepsData = error instanceof Violation;
    if (error instanceof Violation) error.message += ` (the data are kept in ${dataFolder})`;
    throw error;
  } finally {
    requiredProduct = null;
    await product!.stop();
    await cleanUp(dataFolder, keepsData);
  }
}
