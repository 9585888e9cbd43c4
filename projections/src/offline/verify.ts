import type { Position } from "@daybook/platform/event-store/event-store";
import { comparePositions } from "@daybook/platform/event-store/position";
import { SCHEMA, tableName } from "@daybook/read-models/table-sql";
import type pg from "pg";
import type { Projection } from "../core/define-projection.ts";
import type { LogEvent } from "../core/log-event.ts";
import { assertOwn, type Checkpoint, readCheckpoint } from "../storage/checkpoint.ts";
import { compareTable, type Difference } from "./compare-tables.ts";
import { withClients } from "../storage/with-client.ts";
import { exclusively } from "./exclusive.ts";
import { loadShadows, type LoadProgress } from "./load-shadows.ts";
import { readLog } from "./read-log.ts";
import type { RebuildDeps } from "./rebuild.ts";
import { createShadow } from "./shadow.ts";

/** Where a verification is. */
export type VerifyProgress =
  | ({ readonly phase: "replay" } & LoadProgress)
  | { readonly phase: "compare"; readonly table: string };

/** What a verification found. `parked` events are known to be missing and were left out of the comparison. */
export type Verification = {
  readonly events: number;
  readonly rows: number;
  readonly parked: number;
  readonly difference: Difference | null;
};

type Snapshot = {
  readonly checkpoints: ReadonlyMap<string, Checkpoint>;
  readonly parked: ReadonlySet<string>;
};

const parkedKey = (projection: string, stream: string, revision: number): string =>
  `${projection} ${stream} ${revision}`;

/** Freezes the live tables and their checkpoints as they are at one moment, and keeps rebuilds from swapping them. */
async function takeSnapshot(client: pg.ClientBase, projections: readonly Projection[]): Promise<Snapshot> {
  const tables = projections.flatMap((projection) => Object.values(projection.tables));
  await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
  await client.query(`LOCK TABLE ${tables.map((table) => tableName(table)).join(", ")} IN ACCESS SHARE MODE`);
  const checkpoints = new Map<string, Checkpoint>();
  for (const projection of projections) {
    checkpoints.set(projection.name, assertOwn(projection, await readCheckpoint(client, projection.name)));
  }
  const { rows } = await client.query<{ projection: string; stream: string; revision: number }>(
    `SELECT p.projection, p.stream, p.revision FROM ${SCHEMA}.parked_events p WHERE p.projection = ANY($1::text[])`,
    [projections.map(({ name }) => name)],
  );
  return {
    checkpoints,
    parked: new Set(rows.map(({ projection, stream, revision }) => parkedKey(projection, stream, revision))),
  };
}

/**
 * Replays the log into tables of its own, for each projection exactly up to its checkpoint in one snapshot of the live
 * tables, and compares both row by row. The product may run meanwhile. Needs no key. Throws as a rebuild does.
 */
export function verify(
  { store, pool }: RebuildDeps,
  projections: readonly Projection[],
  options: { onProgress?: (progress: VerifyProgress) => void; signal?: AbortSignal } = {},
): Promise<Verification> {
  const { onProgress = () => {}, signal } = options;
  const shadows = projections.map((projection) => createShadow(projection, "__check"));

  return exclusively(pool, () =>
    withClients(pool, ["live", ...shadows] as const, async (pairs) => {
      const live = pairs[0]!.client;
      const snapshot = await takeSnapshot(live, projections);
      const loading = shadows.map((shadow, index) => ({
        shadow,
        client: pairs[index + 1]!.client,
        includes: ({ position, stream, revision }: LogEvent) => {
          const { name } = shadow.projection;
          const until = snapshot.checkpoints.get(name)?.position ?? null;
          return (
            comparePositions(position, until) <= 0 && !snapshot.parked.has(parkedKey(name, stream, revision))
          );
        },
      }));
      const end = [...snapshot.checkpoints.values()]
        .map(({ position }) => position)
        .reduce((most, at) => (comparePositions(at, most) > 0 ? at : most), null as Position | null);

      try {
        for (const { shadow, client } of loading) await shadow.create(client);
        const events = await loadShadows(
          (after) => until(readLog({ store, after, signal }), end),
          { head: () => Promise.resolve(end) },
          loading,
          (progress) => onProgress({ phase: "replay", ...progress }),
        );

        let rows = 0;
        let difference: Difference | null = null;
        for (const { shadow, client } of loading) {
          for (const table of Object.values(shadow.projection.tables)) {
            signal?.throwIfAborted();
            onProgress({ phase: "compare", table: table.name });
            await client.query("BEGIN READ ONLY");
            const outcome = await compareTable(table, live, client);
            await client.query("ROLLBACK");
            if (typeof outcome === "number") rows += outcome;
            else difference = outcome;
            if (difference) break;
          }
          if (difference) break;
        }
        await live.query("ROLLBACK");
        return { events, rows, parked: snapshot.parked.size, difference };
      } finally {
        for (const shadow of shadows) await shadow.drop(pool).catch(() => {});
      }
    }),
  );
}

/** The chunks of a log as far as one position: what was appended since is no part of the comparison. */
async function* until<B extends { events: readonly LogEvent[]; after: Position | null }>(
  chunks: AsyncIterable<B>,
  end: Position | null,
): AsyncGenerator<{ after: Position | null; events: readonly LogEvent[] }> {
  for await (const chunk of chunks) {
    const events = chunk.events.filter(({ position }) => comparePositions(position, end) <= 0);
    if (events.length > 0) yield { after: chunk.after, events };
    if (events.length < chunk.events.length) return;
  }
}
