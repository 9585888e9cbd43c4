import { randomUUID } from "node:crypto";
import { openDatabase } from "@daybook/platform/embedded/open-database";
import { remoteDaybook, type RemoteDaybook } from "../remote/remote-daybook.ts";
import { withProduct } from "./bench-product.ts";
import { atMost, compared, type Figure, figure, type Measurement, percentile, ratioOf } from "./figure.ts";
import { insertRaw, rawPool } from "./raw-inserts.ts";
import { rateOf } from "./writers.ts";

const sentence = "Up betimes and to my office, where I did a great deal of business, and so home to dinner. ";
const silent = { info: () => {}, warn: () => {} };

async function begin(daybook: RemoteDaybook): Promise<string> {
  const email = `${randomUUID()}@example.com`;
  await daybook.enter({ email, password: "and so to bed 1660" });
  const journals = await daybook.call("listJournals");
  const id = journals.ok ? journals.body.journals[0]?.journal.id : undefined;
  if (id === undefined) throw new Error("there is no journal");
  return String(id);
}

/** A page of one writer, saved as the autosave does it: signed, with a key, on the revision it is based on. */
async function page(daybook: RemoteDaybook, journalId: string) {
  const created = await daybook.call("createEntry", {
    params: { journalId },
    body: { title: "Bench", richtext_body: `<p>${sentence}</p>` },
    key: randomUUID(),
  });
  if (!created.ok) throw new Error(created.body.error);
  const params = { journalId, entryId: String(created.body.entry.id) };
  let { revision } = created.body.entry;
  let saves = 0;
  return async (): Promise<void> => {
    saves += 1;
    const body = { richtext_body: `<p>${sentence.repeat(14)}${saves}</p>`, modified: revision };
    const saved = await daybook.call("updateEntry", { params, body, key: randomUUID() });
    if (!saved.ok || !saved.body) throw new Error(`a save was answered ${saved.status}`);
    revision = saved.body.entry.revision;
  };
}

async function saveRate(url: string, writers: number, seconds: number) {
  const daybook = remoteDaybook(url);
  const journalId = await begin(daybook);
  const saves = await Promise.all(Array.from({ length: writers }, () => page(daybook, journalId)));
  await rateOf(writers, seconds / 3, (writer) => saves[writer]?.() ?? Promise.resolve());
  const times: number[] = [];
  const rate = await rateOf(writers, seconds, async (writer) => {
    const started = performance.now();
    await saves[writer]?.();
    times.push(performance.now() - started);
  });
  return { rate, times };
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
    withProduct(async ({ url, dataFolder }) => {
      const figures: Figure[] = [];
      for (const writers of [1, 16]) {
        const raw = { name: "raw inserts", value: await rawRate(dataFolder, writers, seconds / 2) };
        const { rate, times } = await saveRate(url, writers, seconds);
        const of = `autosave PUT, ${writers} writers`;
        const p99 = percentile(times, 0.99);
        const is16 = writers === 16;
        figures.push(
          compared(`${of}, rate`, rate, "/s", raw, is16 ? ratioOf("aim", 0.12) : null),
          figure(`${of}, p50`, percentile(times, 0.5), "ms"),
          figure(`${of}, p95`, percentile(times, 0.95), "ms"),
          figure(`${of}, p99`, p99, "ms", is16 ? atMost("aim", 30, "ms", p99) : null),
        );
      }
      return figures;
    }),
};
