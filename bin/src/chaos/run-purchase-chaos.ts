import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "@daybook/platform/embedded/free-port";
import { cleanUp } from "../remote/clean-up.ts";
import { type ProductProcess, spawnProduct } from "../remote/product-process.ts";
import { type PurchaseRecord, startBuyers } from "./buyers.ts";
import { checkPurchases } from "./check-purchases.ts";
import { errorOfRun, killProduct, waitUntilReady, withTimeout } from "./run-chaos.ts";
import { seededRandom } from "./seeded-random.ts";
import { Violation } from "./writers.ts";

/** The first start makes a database, which takes a long time on a busy machine. */
const startTimeoutMs = 180_000;
const recoveryTimeoutMs = 120_000;
const longestPauseMs = 400;
const buyerCount = 3;

/** The options of a run. */
export type PurchaseChaosOptions = {
  readonly kills: number;
  readonly seed: number;
  readonly signal: AbortSignal;
  readonly onProgress: (kills: number) => void;
};

/**
 * Runs the product on a temporary data folder, buys memberships through its API in the test mode of payments, and kills the server
 * process at random moments. Throws `Violation` for the first broken guarantee; the data folder is then not removed. Ends all processes.
 */
export async function runPurchaseChaos(options: PurchaseChaosOptions): Promise<Readonly<PurchaseRecord>> {
  const { signal, kills, onProgress } = options;
  const random = seededRandom(options.seed);
  const dataFolder = await mkdtemp(join(tmpdir(), "daybook-chaos-"));
  const port = await freePort();
  let product: ProductProcess | undefined;
  let keepsData = false;

  async function start(): Promise<void> {
    product = spawnProduct({ port, dataFolder });
    await waitUntilReady(product, startTimeoutMs, signal);
  }

  try {
    await start();
    const buyers = startBuyers({
      origin: `http://127.0.0.1:${port}`,
      count: buyerCount,
      random: Math.random,
    });
    const orFailure = <T>(work: Promise<T>): Promise<T> => Promise.race([work, buyers.failure]);
    /** Waits until more purchases are acknowledged, so that each kill hits the product at work. */
    async function waitForPurchase(): Promise<void> {
      const { acknowledged } = buyers.record;
      while (buyers.record.acknowledged === acknowledged) await sleep(20, undefined, { signal });
    }
    const waitForRecovery = () =>
      orFailure(withTimeout(recoveryTimeoutMs, "the next purchase", signal, waitForPurchase()));
    for (let killCount = 0; killCount < kills; killCount++) {
      await waitForRecovery();
      await orFailure(sleep(random() * longestPauseMs, undefined, { signal }));
      if (product) await killProduct(product);
      await orFailure(start());
      onProgress(killCount + 1);
    }
    await waitForRecovery();
    await withTimeout(120_000, "the last purchases", signal, orFailure(buyers.finish()));
    await checkPurchases(dataFolder, buyers.record);
    return buyers.record;
  } catch (caughtError) {
    const error = errorOfRun(caughtError, signal);
    keepsData = error instanceof Violation;
    if (error instanceof Violation) error.message += ` (the data are kept in ${dataFolder})`;
    throw error;
  } finally {
    await product?.stop();
    await cleanUp(dataFolder, keepsData);
  }
}
