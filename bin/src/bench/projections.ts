import { setTimeout as sleep } from "node:timers/promises";
import type { Position } from "@daybook/platform/event-store/position";
import { createPositionWaiter } from "@daybook/platform/subscriptions/wait-for-position";
import { startProjections } from "@daybook/projections/main";
import { readLog } from "@daybook/projections/offline/read-log";
import { rebuild } from "@daybook/projections/offline/rebuild";
import { projections as all } from "@daybook/projections/registry";
import { readCheckpoints } from "@daybook/read-models/queries/checkpoints";
import { type BenchDatabase, withBenchDatabase } from "./bench-database.ts";
import { revisionEvent, createDiary } from "./bench-events.ts";
import { atMost, compared, type Figure, figure, type Measurement, percentile, ratioOf } from "./figure.ts";

const silentLogger = { fatal() {}, error() {}, warn() {}, info() {}, debug() {} };
const names = all.map(({ name }) => name);
const entries = 200;
const appendsPerSecond = 200;

const platformOf = ({ store, relaxed }: BenchDatabase) => ({
  store,
  logger: silentLogger,
  pools: { relaxed },
});

function waiterOf({ listener, relaxed }: BenchDatabase) {
  return createPositionWaiter({ listener, pool: relaxed, readCheckpoints });
}

/** The time from an acknowledged append until all read models have the event, at a steady rate of appends. */
async function lag(database: BenchDatabase, seconds: number): Promise<Figure[]> {
  const waiter = waiterOf(database);
  const role = await startProjections(platformOf(database));
  const samples: number[] = [];
  const waits: Promise<unknown>[] = [];
  const revisions = Array.from({ length: entries }, () => 0);

  async function appendOne(number: number): Promise<void> {
    const entry = number % entries;
    const revision = (revisions[entry] ?? 0) + 1;
    revisions[entry] = revision;
    const stream = `lag-${entry}`;
    const expectedRevision = revision === 1 ? "none" : revision - 2;
    const result = await database.store.append(stream, expectedRevision, [
      revisionEvent(10 + entry, revision),
    ]);
    if (result.status !== "ok" || result.position === null) throw new Error(`an append was ${result.status}`);
    const acknowledged = performance.now();
    const position: Position = result.position;
    waits.push(
      waiter.waitFor(names, position, 10_000).then((hasCaughtUp) => {
        if (!hasCaughtUp) throw new Error("a projection did not follow");
        samples.push(performance.now() - acknowledged);
      }),
    );
  }

  const startedAt = performance.now();
  const appending: Promise<void>[] = [];
  for (let number = 0; performance.now() - startedAt < seconds * 1_000; number += 1) {
    const due = startedAt + (number * 1_000) / appendsPerSecond;
    await sleep(Math.max(0, due - performance.now()));
    appending.push(appendOne(number));
  }
  await Promise.all(appending);
  await Promise.all(waits);
  waiter.close();
  await role.stop();
  const p99 = percentile(samples, 0.99);
  return [
    figure(`projection lag at ${appendsPerSecond} appends/s, p50`, percentile(samples, 0.5), "ms"),
    figure(`projection lag at ${appendsPerSecond} appends/s, p99`, p99, "ms", atMost("hold", 50, "ms", p99)),
  ];
}

/** Reads and parses the whole log once, in events per second. No projection can be faster. */
async function readingRate({ store }: BenchDatabase): Promise<number> {
  const startedAt = performance.now();
  let events = 0;
  for await (const batch of readLog({ store, after: null })) events += batch.events.length;
  return events / ((performance.now() - startedAt) / 1_000);
}

/** Stops the projections, writes events, and measures how fast the live projections catch up. */
export async function liveRate(
  database: BenchDatabase,
  write: (count: number) => Promise<void>,
  events: number,
) {
  const first = await startProjections(platformOf(database));
  const waiter = waiterOf(database);
  const headAtStart = await database.store.head();
  if (headAtStart) await waiter.waitFor(names, headAtStart, 60_000);
  await first.stop();
  await write(events);
  const head = await database.store.head();
  const startedAt = performance.now();
  const role = await startProjections(platformOf(database));
  if (head && !(await waiter.waitFor(names, head, 300_000)))
    throw new Error("the projections did not catch up");
  const seconds = (performance.now() - startedAt) / 1_000;
  waiter.close();
  await role.stop();
  return events / seconds;
}

async function rebuildRate({ store, durable }: BenchDatabase): Promise<number> {
  const startedAt = performance.now();
  const { events } = await rebuild({ store, pool: durable }, all);
  return events / ((performance.now() - startedAt) / 1_000);
}

/** How fast read models follow the log, how far they lag, and how fast they are rebuilt. */
export const projections: Measurement = {
  name: "projections",
  run: ({ seconds, events }) =>
    withBenchDatabase(async (database) => {
      const diary = await createDiary(database.store, entries);
      const live = await liveRate(database, (count) => diary.write(count), events);
      const readingReference = { name: "reading and parsing", value: await readingRate(database) };
      const rebuildingRate = await rebuildRate(database);
      return [
        compared("live projections catching up", live, "events/s", readingReference),
        compared(
          "rebuild of all projections",
          rebuildingRate,
          "events/s",
          readingReference,
          ratioOf("hold", 0.5),
        ),
        ...(await lag(database, seconds)),
      ];
    }),
};
