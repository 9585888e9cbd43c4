import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "@daybook/platform/embedded/free-port";
import { cleanUp } from "../remote/clean-up.ts";
import { type ProductProcess, spawnProduct } from "../remote/product-process.ts";

/** A running product for one measurement. */
export type BenchProduct = {
  readonly url: string;
  readonly dataFolder: string;
  readonly product: ProductProcess;
  /** Milliseconds from the start of the process until it was ready. */
  readonly readyAfterMs: number;
  /** Restarts the product with the same data. Resolves with the milliseconds that the start took. */
  restart(): Promise<number>;
};

/**
 * Runs `work` with the bundled product on an empty data folder, and removes the folder afterwards.
 *
 * @param checkout the folder of another checkout whose build to run
 * @param environment added to the environment of the product
 */
export async function withProduct<T>(
  work: (benchProduct: BenchProduct) => Promise<T>,
  checkout?: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<T> {
  const root = await mkdtemp(join(tmpdir(), "daybook-bench-"));
  await chmod(root, 0o711);
  const dataFolder = join(root, "data");
  const port = await freePort();
  let product = spawnProduct({ checkout, port, dataFolder, environment });
  try {
    const readyAfterMs = await product.ready;
    const restart = async (): Promise<number> => {
      await product.stop();
      product = spawnProduct({ checkout, port, dataFolder, environment });
      return product.ready;
    };
    return await work({
      url: `http://127.0.0.1:${port}`,
      dataFolder,
      get product() {
        return product;
      },
      readyAfterMs,
      restart,
    });
  } finally {
    await product.stop();
    await cleanUp(dataFolder, false);
    await rm(root, { recursive: true, force: true });
  }
}
