import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findFreePort, type ProductProcess, spawnProduct } from "../remote/product-process.ts";
import { type Bought, startBuyers } from "./buyers.ts";
import { checkPurchases } from "./check-purchases.ts";
import { cleanUp, within } from "./run-chaos.ts";
import { seededRandom } from "./seeded-random.ts";
import { Violation } from "./writers.ts";

const startTimeoutMs = 60_000;
const pauseMs = { min: 100, max: 700 };
const buyerCount = 3;

/** The options of a run. */
export type PurchaseChaosOptions = {
  readonly kills: number;
  readonly seed: number;
  readonly signal: AbortSignal;
  readonly onProgress: (kills: number) => void;
};

/**
 * Runs the product on a temporary data folder, buys memberships through its API in the test mode, and kills the server process at
 * random moments. Throws `Violation` when somebody paid twice or for nothing; the data then stay. Ends all processes.
 */
export async function runPurchaseChaos(options: PurchaseChaosOptions): Promise<Readonly<Bought>> {
  const { signal, kills, onProgress } = options;
  const random = seededRandom(options.seed);
  const dataFolder = await mkdtemp(join(tmpdir(), "daybook-chaos-"));
  const port = await findFreePort(Math.random);
  let product: ProductProcess | undefined;
  let keepsFolder = false;

  async function start(): Promise<void> {
    product = spawnProduct({ port, dataFolder });
    await within(startTimeoutMs, "a start", signal, product.ready);
  }

  try {
    await start();
    const buyers = startBuyers({
      origin: `http://127.0.0.1:${port}`,
      count: buyerCount,
      random: Math.random,
    });
    const orFailed = <T>(work: Promise<T>): Promise<T> => Promise.race([work, buyers.failed]);
    for (let done = 0; done < kills; done++) {
      const pause = pauseMs.min + random() * (pauseMs.max - pauseMs.min);
      await orFailed(sleep(pause, undefined, { signal }));
      await product?.kill();
      await orFailed(start());
      onProgress(done + 1);
    }
    await within(120_000, "the last purchases", signal, orFailed(buyers.finish()));
    await checkPurchases(dataFolder, buyers.bought);
    return buyers.bought;
  } catch (error) {
    keepsFolder = error instanceof Violation;
    if (error instanceof Violation) error.message += ` (the data are kept in ${dataFolder})`;
    throw error;
  } finally {
    await product?.stop();
    await cleanUp(dataFolder, keepsFolder);
  }
}
