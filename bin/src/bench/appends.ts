import { randomUUID } from "node:crypto";
import { withBenchDatabase } from "./bench-database.ts";
import { revisionEvent } from "./bench-events.ts";
import { figureWithReference, type Figure, type Measurement, ratioAtLeast } from "./figure.ts";
import { insertRaw, openRawPool } from "./raw-inserts.ts";
import { measureAlternately, measureRate } from "./writers.ts";

/** Appends to separate streams through the event store port, compared with raw autocommit inserts of the same size. */
export const appends: Measurement = {
  name: "appends",
  run: ({ seconds }) =>
    withBenchDatabase(async ({ store, url }) => {
      const figures: Figure[] = [];
      for (const writerCount of [1, 16, 64]) {
        const pool = await openRawPool(url, Math.min(writerCount, 50));
        const secondsPerStep = seconds / 3;
        const [rawRate, appendRate] = await measureAlternately(
          3,
          () => measureRate(writerCount, secondsPerStep, () => insertRaw(pool)),
          () =>
            measureRate(writerCount, secondsPerStep, () =>
              store.append(`bench-${randomUUID()}`, "none", [revisionEvent()]),
            ),
        );
        await pool.end();
        const bound = writerCount === 16 ? ratioAtLeast("required", 1) : null;
        const reference = { name: "raw inserts", value: rawRate };
        figures.push(
          figureWithReference(`appends, ${writerCount} writers`, appendRate, "/s", reference, bound),
        );
      }
      return figures;
    }),
};
