import type { EventStore } from "@daybook/platform/event-store/event-store";
import type pg from "pg";
import type { Projection } from "../core/define-projection.ts";
import { assertLogReaches, readCheckpoint } from "../storage/checkpoint.ts";
import { withClients } from "../storage/with-client.ts";
import { runExclusively } from "./exclusive.ts";
import { awaitAll, loadShadows, type LoadProgress } from "./load-shadows.ts";
import { readLog } from "./read-log.ts";
import { createShadow } from "./shadow.ts";
import { swap } from "./swap.ts";

/** The progress of a rebuild. */
export type RebuildProgress =
  | ({ readonly phase: "load" } & LoadProgress)
  | { readonly phase: "index" | "swap"; readonly projection: string };

/** The dependencies of a rebuild or a verification. The pool needs as many connections as `offlineConnections` says. */
export type RebuildDeps = { readonly store: EventStore; readonly pool: pg.Pool };

/**
 * Rebuilds projections from the log in shadow tables, and then replaces the live tables with them. Reads never fail, and
 * the live projections continue. Needs no keys. Returns the number of events.
 *
 * When an event cannot be applied, throws `EventFailed` or an error of the database. Live tables that are not replaced by then stay.
 * Also throws `AlreadyRunning`, `LogTooShort` and `SwapTimedOut`.
 */
export function rebuild(
  { store, pool }: RebuildDeps,
  projections: readonly Projection[],
  options: { onProgress?: (progress: RebuildProgress) => void; signal?: AbortSignal } = {},
): Promise<{ events: number }> {
  const { onProgress = () => {}, signal } = options;
  const readChunks = (after: Parameters<typeof readLog>[0]["after"]) => readLog({ store, after, signal });

  const shadows = projections.map((projection) => createShadow(projection, "__next"));
  return runExclusively(pool, () =>
    withClients(pool, shadows, async (pairs) => {
      const loadingShadows = pairs.map(({ item: shadow, client }) => ({ shadow, client }));
      for (const { name } of projections) {
        const checkpoint = await readCheckpoint(pool, name);
        // If the log ends before this checkpoint, the shadow can never catch up with the live tables.
        await assertLogReaches(store, name, checkpoint?.position ?? null);
      }
      try {
        // With `wal_level = minimal`, rows copied into a table that the same transaction created skip the write-ahead log.
        for (const { shadow, client } of loadingShadows) {
          await client.query("BEGIN");
          await shadow.create(client);
        }
        const events = await loadShadows(readChunks, store, loadingShadows, (progress) =>
          onProgress({ phase: "load", ...progress }),
        );
        await awaitAll(
          loadingShadows.map(async ({ shadow, client }) => {
            onProgress({ phase: "index", projection: shadow.projection.name });
            signal?.throwIfAborted();
            await client.query("SET LOCAL maintenance_work_mem = '128MB'");
            await shadow.index(client);
            await client.query("COMMIT");
          }),
        );
        for (const loadingShadow of loadingShadows) {
          onProgress({ phase: "swap", projection: loadingShadow.shadow.projection.name });
          do await loadShadows(readChunks, store, [loadingShadow]);
          while ((await swap(loadingShadow.client, store, loadingShadow.shadow, signal)) === "behind");
        }
        return { events };
      } catch (error) {
        // An open transaction would block dropping its tables.
        await Promise.allSettled(loadingShadows.map(({ client }) => client.query("ROLLBACK")));
        throw error;
      } finally {
        // After a swap, no shadow table is left. After a failure, dropping may fail because of a broken connection.
        for (const shadow of shadows) await shadow.drop(pool).catch(() => {});
      }
    }),
  );
}
