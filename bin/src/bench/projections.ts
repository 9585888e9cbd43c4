import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { streamOf } from "@daybook/domain/kernel/ids";
import type { Position } from "@daybook/platform/event-store/position";
import { createPositionWaiter } from "@daybook/platform/subscriptions/wait-for-position";
import { startProjections } from "@daybook/projections/main";
import { readLog } from "@daybook/projections/offline/read-log";
import { rebuild } from "@daybook/projections/offline/rebuild";
import { projections as allProjections } from "@daybook/projections/registry";
import { readCheckpoints } from "@daybook/read-models/queries/checkpoints";
import { type BenchDatabase, withBenchDatabase } from "./bench-database.ts";
import { revisionEvent, createDiary } from "./bench-events.ts";
import {
  atMost,
  figureWithReference,
  type Figure,
  figure,
  type Measurement,
  percentile,
  ratioAtLeast,
} from "./figure.ts";

const silentLogger = { fatal() {}, error() {}, warn() {}, info() {}, debug() {} };
const projectionNames = allProjections.map(({ name }) => name);
const entryCount = 200;
const appendsPerSecond = 200;

const platformOf = ({ store, listener, relaxed }: BenchDatabase) => ({
  store,
  listener,
  logger: silentLogger,
  pools: { relaxed },
});

function waiterOf({ listener, relaxed }: BenchDatabase) {
  return createPositionWaiter({ listener, pool: relaxed, readCheckpoints });
}

type EntryRevision = { readonly id: number; revision: number };

/** The revisions of all entries in the read models. */
async function readRevisions({ durable }: BenchDatabase): Promise<EntryRevision[]> {
  const { rows } = await durable.query<EntryRevision>(
    "SELECT id, stream_revision AS revision FROM read_models.entries ORDER BY id",
  );
  return rows;
}

/** The time from an acknowledged append until all read models have the event, at a steady rate of appends. */
async function measureLag(database: BenchDatabase, seconds: number): Promise<Figure[]> {
  const waiter = waiterOf(database);
  const role = await startProjections(platformOf(database));
  const samples: number[] = [];
  const waits: Promise<unknown>[] = [];
  const entries = await readRevisions(database);

  async function appendOne(number: number): Promise<void> {
    const entry = entries[number % entries.length];
    if (!entry) throw new Error("there are no entries");
    const saveNumber = ++entry.revision;
    const result = await database.store.append(streamOf.entry(entry.id), saveNumber - 1, [
      revisionEvent(entry.id, saveNumber),
    ]);
    if (result.status !== "ok" || result.position === null) throw new Error(`an append was ${result.status}`);
    const acknowledgedAt = performance.now();
    const position: Position = result.position;
    waits.push(
      waiter.waitFor(projectionNames, position, 10_000).then((hasCaughtUp) => {
        if (!hasCaughtUp) throw new Error("a projection did not follow");
        samples.push(performance.now() - acknowledgedAt);
      }),
    );
  }

  const startedAt = performance.now();
  const appending: Promise<void>[] = [];
  for (let number = 0; performance.now() - startedAt < seconds * 1_000; number += 1) {
    const dueAt = startedAt + (number * 1_000) / appendsPerSecond;
    await sleep(Math.max(0, dueAt - performance.now()));
    appending.push(appendOne(number));
  }
  await Promise.all(appending);
  await Promise.all(waits);
  waiter.close();
  await role.stop();
  // Projections skip events of an older revision. Skipped events would make the measured lag too short.
  if (!isDeepStrictEqual(await readRevisions(database), entries))
    throw new Error("the projections did not apply all saves");
  const p99 = percentile(samples, 0.99);
  return [
    figure(`projection lag at ${appendsPerSecond} appends/s, p50`, percentile(samples, 0.5), "ms"),
    figure(
      `projection lag at ${appendsPerSecond} appends/s, p99`,
      p99,
      "ms",
      atMost("required", 50, "ms", p99),
    ),
  ];
}

/** How many events per second can be read from the log and parsed. No projection can be faster. */
async function measureReadingRate({ store }: BenchDatabase): Promise<number> {
  const startedAt = performance.now();
  let events = 0;
  for await (const batch of readLog({ store, after: null })) events += batch.events.length;
  return events / ((performance.now() - startedAt) / 1_000);
}

/** Lets the projections catch up and stops them, writes events, and measures how many per second the restarted projections apply. */
export async function measureLiveRate(
  database: BenchDatabase,
  write: (count: number) => Promise<void>,
  events: number,
) {
  const firstRole = await startProjections(platformOf(database));
  const waiter = waiterOf(database);
  const headAtStart = await database.store.head();
  if (headAtStart) await waiter.waitFor(projectionNames, headAtStart, 60_000);
  await firstRole.stop();
  await write(events);
  const head = await database.store.head();
  const startedAt = performance.now();
  const secondRole = await startProjections(platformOf(database));
  if (head && !(await waiter.waitFor(projectionNames, head, 300_000)))
    throw new Error("the projections did not catch up");
  const seconds = (performance.now() - startedAt) / 1_000;
  waiter.close();
  await secondRole.stop();
  return events / seconds;
}

async function measureRebuildRate({ store, durable }: BenchDatabase): Promise<number> {
  const startedAt = performance.now();
  const { events } = await rebuild({ store, pool: durable }, allProjections);
  return events / ((performance.now() - startedAt) / 1_000);
}

/** How fast read models follow the log, how far they lag, and how fast they are rebuilt. */
export const projections: Measurement = {
  name: "projections",
  run: ({ seconds, events }) =>
    withBenchDatabase(async (database) => {
      const diary = await createDiary(database.store, entryCount);
      const liveRate = await measureLiveRate(database, (count) => diary.write(count), events);
      const reference = { name: "reading and parsing", value: await measureReadingRate(database) };
      const rebuildRate = await measureRebuildRate(database);
      return [
        figureWithReference("live projections catching up", liveRate, "events/s", reference),
        figureWithReference(
          "rebuild of all projections",
          rebuildRate,
          "events/s",
          reference,
          ratioAtLeast("required", 0.5),
        ),
        ...(await measureLag(database, seconds)),
      ];
    }),
};
