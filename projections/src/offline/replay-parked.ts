import type { EventStore } from "@daybook/platform/event-store/event-store";
import { SCHEMA } from "@daybook/read-models/table-sql";
import type pg from "pg";
import type { Projection } from "../core/define-projection.ts";
import { toBatch } from "../core/log-event.ts";
import { applyEvents } from "../live/apply-batch.ts";
import { classifyFailure, codeOf } from "../live/failure.ts";
import { assertCurrentVersion, beginWithLock } from "../storage/checkpoint.ts";
import { withClient } from "../storage/with-client.ts";

/** The result of replaying the parked events of one stream. */
export type ReplayResult = {
  readonly projection: string;
  readonly stream: string;
  /** How many events of the stream were applied. */
  readonly applied: number;
  /** The error code of the event that failed; it and the later ones stay parked. `null` when none failed. */
  readonly stuck: string | null;
};

type Step = "applied" | "done" | { stuck: string };

/**
 * Applies the oldest parked event of a stream and unparks it, in one transaction. It locks the checkpoint, so that the
 * live projection cannot park a later event of the stream at the same time.
 */
function replayOne(
  pool: pg.Pool,
  store: Pick<EventStore, "readStream">,
  projection: Projection,
  stream: string,
): Promise<Step> {
  return withClient(pool, async (client) => {
    assertCurrentVersion(projection, await beginWithLock(client, projection.name));
    const { rows } = await client.query<{ revision: number }>(
      `SELECT p.revision FROM ${SCHEMA}.parked_events p WHERE p.projection = $1 AND p.stream = $2
      ORDER BY p.revision LIMIT 1`,
      [projection.name, stream],
    );
    const revision = rows[0]?.revision;
    if (revision === undefined) {
      await client.query("ROLLBACK");
      return "done";
    }
    const storedEvents = await store.readStream(stream, { from: revision, limit: 1 });
    if (storedEvents[0]?.revision !== revision)
      throw new Error(`the log has no revision ${revision} of ${stream}`);
    try {
      await applyEvents(client, projection, toBatch(null, storedEvents).events);
    } catch (error) {
      if (classifyFailure(error) !== "event") throw error;
      await client.query("ROLLBACK");
      return { stuck: codeOf(error) };
    }
    await client.query(
      `DELETE FROM ${SCHEMA}.parked_events p WHERE p.projection = $1 AND p.stream = $2 AND p.revision = $3`,
      [projection.name, stream, revision],
    );
    await client.query("COMMIT");
    return "applied";
  });
}

/**
 * Tries the parked events of each stream again, oldest first, and unparks those that work. A stream stops at the first event that still
 * fails. The live projections may run at the same time. Needs no keys.
 */
export async function replayParked(
  { store, pool }: { store: Pick<EventStore, "readStream">; pool: pg.Pool },
  projections: readonly Projection[],
): Promise<ReplayResult[]> {
  const results: ReplayResult[] = [];
  for (const projection of projections) {
    const { rows } = await pool.query<{ stream: string }>(
      `SELECT p.stream FROM ${SCHEMA}.parked_events p WHERE p.projection = $1
      GROUP BY p.stream ORDER BY min(p.parked_at), p.stream`,
      [projection.name],
    );
    for (const { stream } of rows) {
      let applied = 0;
      let result = await replayOne(pool, store, projection, stream);
      while (result === "applied") {
        applied += 1;
        result = await replayOne(pool, store, projection, stream);
      }
      const stuck = result === "done" ? null : result.stuck;
      results.push({ projection: projection.name, stream, applied, stuck });
    }
  }
  return results;
}
