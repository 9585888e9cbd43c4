import { openDatabase } from "@daybook/platform/embedded/open-database";
import { type BenchProduct, withProduct } from "./bench-product.ts";
import { atMost, compared, type Figure, figure, type Measurement, percentile, ratioOf } from "./figure.ts";
import { cpuOf } from "./processes.ts";
import { insertRaw, rawPool } from "./raw-inserts.ts";
import { openSaveClient, type SaveClient } from "./save-client.ts";
import { rateOf } from "./writers.ts";

const sentence = "Up betimes and to my office, where I did a great deal of business, and so home to dinner. ";
const silent = { info: () => {}, warn: () => {} };

/** A page of one writer, saved as the autosave does it: signed, with a key, on the revision it is based on. */
async function page(client: SaveClient) {
  const created = await client.create({ title: "Bench", richtext_body: `<p>${sentence}</p>` });
  const params = { journalId: client.journalId, entryId: String(created.entry.id) };
  let { revision } = created.entry;
  let saves = 0;
  return async (): Promise<void> => {
    saves += 1;
    const richtext = `<p>${sentence.repeat(14)}${saves}</p>`;
    const saved = await client.save(params, { title: "Bench", richtext_body: richtext, modified: revision });
    revision = saved.entry.revision;
  };
}

async function saveRate({ url, product }: BenchProduct, writers: number, seconds: number) {
  const client = await openSaveClient(url);
  const saves = await Promise.all(Array.from({ length: writers }, () => page(client)));
  await rateOf(writers, seconds / 3, (writer) => saves[writer]?.() ?? Promise.resolve());
  const times: number[] = [];
  const before = await cpuOf(product.pid);
  const ownBefore = process.cpuUsage();
  const rate = await rateOf(writers, seconds, async (writer) => {
    const started = performance.now();
    await saves[writer]?.();
    times.push(performance.now() - started);
  });
  const after = await cpuOf(product.pid);
  const own = process.cpuUsage(ownBefore);
  client.close();
  const cpu = {
    server: (after.self - before.self) / times.length,
    postgres: (after.children - before.children) / times.length,
    client: (own.user + own.system) / 1_000 / times.length,
  };
  return { rate, times, cpu };
}

/** Raw inserts into the product's own PostgreSQL while it idles. */
async function rawRate(dataFolder: string, writers: number, seconds: number): Promise<number> {
  const database = await openDatabase({ databaseUrl: undefined, dataFolder, logger: silent });
  const pool = await rawPool(database.url, writers);
  try {
    return await rateOf(writers, seconds, () => insertRaw(pool));
  } finally {
    await pool.end();
    await database.close();
  }
}

/** The signed autosave PUT end to end over loopback, the client on the same two cores. */
export const autosave: Measurement = {
  name: "autosave",
  run: ({ seconds }) =>
    withProduct(async (running) => {
      const figures: Figure[] = [];
      for (const writers of [1, 16]) {
        const raw = { name: "raw inserts", value: await rawRate(running.dataFolder, writers, seconds / 2) };
        const { rate, times, cpu } = await saveRate(running, writers, seconds);
        const of = `autosave PUT, ${writers} writers`;
        const p99 = percentile(times, 0.99);
        const is16 = writers === 16;
        figures.push(
          compared(`${of}, rate`, rate, "/s", raw, is16 ? ratioOf("aim", 0.12) : null),
          figure(`${of}, p50`, percentile(times, 0.5), "ms"),
          figure(`${of}, p95`, percentile(times, 0.95), "ms"),
          figure(`${of}, processor time of the server`, cpu.server, "ms"),
          figure(`${of}, processor time of PostgreSQL`, cpu.postgres, "ms"),
          figure(`${of}, processor time of this client`, cpu.client, "ms"),
          figure(`${of}, p99`, p99, "ms", is16 ? atMost("aim", 30, "ms", p99) : null),
        );
      }
      return figures;
    }),
};
