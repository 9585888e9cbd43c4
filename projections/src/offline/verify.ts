import type { Position } from "@daybook/platform/event-store/event-store";
import { comparePositions } from "@daybook/platform/event-store/position";
import { SCHEMA, tableName } from "@daybook/read-models/table-sql";
import type pg from "pg";
import type { Projection } from "../core/define-projection.ts";
import type { LogEvent } from "../core/log-event.ts";
import { assertCurrentVersion, type Checkpoint, readCheckpoint } from "../storage/checkpoint.ts";
import { compareTable, type Difference } from "./compare-tables.ts";
import { withClients } from "../storage/with-client.ts";
import { runExclusively } from "./exclusive.ts";
import { loadShadows, type LoadProgress } from "./load-shadows.ts";
import { readLog } from "./read-log.ts";
import type { RebuildDeps } from "./rebuild.ts";
import { createShadow } from "./shadow.ts";

/** The progress of a verification. */
export type VerifyProgress =
  | ({ readonly phase: "replay" } & LoadProgress)
  | { readonly phase: "compare"; readonly table: string };

/** The result of a verification. `parked` events are skipped, because the live tables do not have them. */
export type Verification = {
  readonly events: number;
  readonly rows: number;
  readonly parked: number;
  readonly difference: Difference | null;
};

type Snapshot = {
  readonly checkpoints: ReadonlyMap<string, Checkpoint>;
  readonly parkedKeys: ReadonlySet<string>;
};

const parkedKey = (projection: string, stream: string, revision: number): string =>
  `${projection} ${stream} ${revision}`;

/** Opens a snapshot of the live tables and their checkpoints, and locks the tables against a swap. */
async function takeSnapshot(client: pg.ClientBase, projections: readonly Projection[]): Promise<Snapshot> {
  // Checked before the tables are locked, because an older version of a projection may not have all its tables.
  for (const projection of projections) {
    assertCurrentVersion(projection, await readCheckpoint(client, projection.name));
  }
  const tables = projections.flatMap((projection) => Object.values(projection.tables));
  await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
  await client.query(`LOCK TABLE ${tables.map((table) => tableName(table)).join(", ")} IN ACCESS SHARE MODE`);
  const checkpoints = new Map<string, Checkpoint>();
  for (const projection of projections) {
    checkpoints.set(
      projection.name,
      assertCurrentVersion(projection, await readCheckpoint(client, projection.name)),
    );
  }
  const { rows } = await client.query<{ projection: string; stream: string; revision: number }>(
    `SELECT p.projection, p.stream, p.revision FROM ${SCHEMA}.parked_events p WHERE p.projection = ANY($1::text[])`,
    [projections.map(({ name }) => name)],
  );
  return {
    checkpoints,
    parkedKeys: new Set(
      rows.map(({ projection, stream, revision }) => parkedKey(projection, stream, revision)),
    ),
  };
}

/**
 * Replays the log into separate tables, for each projection up to its checkpoint in a snapshot of the live tables. Then
 * compares the separate tables with the live ones row by row. The live projections may run at the same time. Needs no keys. Throws
 * `AlreadyRunning`, `EventFailed`, and the errors of {@link assertCurrentVersion}.
 */
export function verify(
  { store, pool }: RebuildDeps,
  projections: readonly Projection[],
  options: { onProgress?: (progress: VerifyProgress) => void; signal?: AbortSignal } = {},
): Promise<Verification> {
  const { onProgress = () => {}, signal } = options;
  const shadows = projections.map((projection) => createShadow(projection, "__check"));

  return runExclusively(pool, () =>
    withClients(pool, ["live", ...shadows] as const, async (pairs) => {
      // The first connection is for the live tables, the others are for the shadows in their order.
      const liveClient = pairs[0]!.client;
      const snapshot = await takeSnapshot(liveClient, projections);
      const loadingShadows = shadows.map((shadow, index) => ({
        shadow,
        client: pairs[index + 1]!.client,
        includes: ({ position, stream, revision }: LogEvent) => {
          const { name } = shadow.projection;
          const checkpointPosition = snapshot.checkpoints.get(name)?.position ?? null;
          return (
            comparePositions(position, checkpointPosition) <= 0 &&
            !snapshot.parkedKeys.has(parkedKey(name, stream, revision))
          );
        },
      }));
      const end = [...snapshot.checkpoints.values()]
        .map(({ position }) => position)
        .reduce(
          (latest, position) => (comparePositions(position, latest) > 0 ? position : latest),
          null as Position | null,
        );

      try {
        for (const { shadow, client } of loadingShadows) await shadow.create(client);
        const events = await loadShadows(
          (after) => chunksUpTo(readLog({ store, after, signal }), end),
          { head: () => Promise.resolve(end) },
          loadingShadows,
          (progress) => onProgress({ phase: "replay", ...progress }),
        );

        let rows = 0;
        let difference: Difference | null = null;
        for (const { shadow, client } of loadingShadows) {
          for (const table of Object.values(shadow.projection.tables)) {
            signal?.throwIfAborted();
            onProgress({ phase: "compare", table: table.name });
            await client.query("BEGIN READ ONLY");
            const result = await compareTable(table, liveClient, client);
            await client.query("ROLLBACK");
            if (typeof result === "number") rows += result;
            else difference = result;
            if (difference) break;
          }
          if (difference) break;
        }
        await liveClient.query("ROLLBACK");
        return { events, rows, parked: snapshot.parkedKeys.size, difference };
      } catch (error) {
        // A transaction that is still open would block the `DROP TABLE` of the shadows below.
        await Promise.allSettled(loadingShadows.map(({ client }) => client.query("ROLLBACK")));
        throw error;
      } finally {
        for (const shadow of shadows) await shadow.drop(pool).catch(() => {});
      }
    }),
  );
}

/** The chunks of a log up to a position. */
async function* chunksUpTo<B extends { events: readonly LogEvent[]; after: Position | null }>(
  chunks: AsyncIterable<B>,
  end: Position | null,
): AsyncGenerator<{ after: Position | null; events: readonly LogEvent[] }> {
  for await (const chunk of chunks) {
    const events = chunk.events.filter(({ position }) => comparePositions(position, end) <= 0);
    if (events.length > 0) yield { after: chunk.after, events };
    if (events.length < chunk.events.length) return;
  }
}
