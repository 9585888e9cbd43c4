import { openDatabase } from "@daybook/platform/embedded/open-database";
import { type BenchProduct, withProduct } from "./bench-product.ts";
import {
  atMost,
  figureWithReference,
  type Figure,
  figure,
  type Measurement,
  percentile,
  ratioAtLeast,
} from "./figure.ts";
import { openCallClient } from "./call-client.ts";
import { measureLoad } from "./call-load.ts";
import { autosaveCall } from "./measured-calls.ts";
import { insertRaw, openRawPool } from "./raw-inserts.ts";
import { waitUntilIndexed } from "./wait-until-indexed.ts";
import { measureRate } from "./writers.ts";

const silentLogger = { info: () => {}, warn: () => {} };

async function measureSaves({ url, product }: BenchProduct, writerCount: number, seconds: number) {
  const client = await openCallClient(url);
  const save = await autosaveCall.prepare(client, writerCount);
  await measureRate(writerCount, seconds / 3, save);
  const measuredLoad = await measureLoad(product, writerCount, seconds, save);
  client.close();
  return measuredLoad;
}

/** The rate of raw inserts into the product's PostgreSQL while the product is idle. */
export async function measureRawRate(
  dataFolder: string,
  writerCount: number,
  seconds: number,
): Promise<number> {
  const database = await openDatabase({ databaseUrl: undefined, dataFolder, logger: silentLogger });
  const pool = await openRawPool(database.url, writerCount);
  try {
    return await measureRate(writerCount, seconds, () => insertRaw(pool));
  } finally {
    await pool.end();
    await database.close();
  }
}

/** The signed autosave PUT over loopback. The client runs on the same cores as the server. */
export const autosave: Measurement = {
  name: "autosave",
  run: ({ seconds }) =>
    withProduct(async (benchProduct) => {
      const figures: Figure[] = [];
      for (const writerCount of [1, 16]) {
        await waitUntilIndexed(benchProduct.dataFolder);
        const reference = {
          name: "raw inserts",
          value: await measureRawRate(benchProduct.dataFolder, writerCount, seconds / 2),
        };
        const { rate, times, cpu } = await measureSaves(benchProduct, writerCount, seconds);
        const title = `autosave PUT, ${writerCount} writers`;
        const p99 = percentile(times, 0.99);
        const hasBounds = writerCount === 16;
        figures.push(
          figureWithReference(
            `${title}, rate`,
            rate,
            "/s",
            reference,
            hasBounds ? ratioAtLeast("target", 0.12) : null,
          ),
          figure(`${title}, p50`, percentile(times, 0.5), "ms"),
          figure(`${title}, p95`, percentile(times, 0.95), "ms"),
          figure(`${title}, processor time of the server`, cpu.server, "ms"),
          figure(`${title}, processor time of PostgreSQL`, cpu.postgres, "ms"),
          figure(`${title}, processor time of this client`, cpu.client, "ms"),
          figure(`${title}, p99`, p99, "ms", hasBounds ? atMost("target", 30, "ms", p99) : null),
        );
      }
      return figures;
    }),
};
