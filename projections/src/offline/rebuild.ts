import type { EventStore } from "@daybook/platform/event-store/event-store";
import type pg from "pg";
import type { Projection } from "../core/define-projection.ts";
import { withClients } from "../storage/with-client.ts";
import { exclusively } from "./exclusive.ts";
import { allDone, loadShadows, type LoadProgress } from "./load-shadows.ts";
import { readLog } from "./read-log.ts";
import { createShadow } from "./shadow.ts";
import { swap } from "./swap.ts";

/** Where a rebuild is. */
export type RebuildProgress =
  | ({ readonly phase: "load" } & LoadProgress)
  | { readonly phase: "index" | "swap"; readonly projection: string };

/** What a rebuild needs: the log, and a pool with a connection for each projection and one more. */
export type RebuildDeps = { readonly store: EventStore; readonly pool: pg.Pool };

/**
 * Makes projections anew from the log, beside the live tables, and swaps them in: no read fails, and the live projections
 * go on. Strict: the first event that cannot be applied ends it with `EventFailed`, and the live tables stay. Needs no
 * key. Answers how many events were read to the log's end. Throws `Busy`, `EventFailed`, `SwapTimedOut`.
 */
export function rebuild(
  { store, pool }: RebuildDeps,
  projections: readonly Projection[],
  options: { onProgress?: (progress: RebuildProgress) => void; signal?: AbortSignal } = {},
): Promise<{ events: number }> {
  const { onProgress = () => {}, signal } = options;
  const readChunks = (after: Parameters<typeof readLog>[0]["after"]) => readLog({ store, after, signal });

  const shadows = projections.map((projection) => createShadow(projection, "__next"));
  return exclusively(pool, () =>
    withClients(pool, shadows, async (pairs) => {
      const loading = pairs.map(({ item, client }) => ({ shadow: item, client }));
      try {
        // Rows of a table that the same transaction made need not be in the write-ahead log too (`wal_level = minimal`).
        for (const { shadow, client } of loading) {
          await client.query("BEGIN");
          await shadow.create(client);
        }
        const events = await loadShadows(readChunks, store, loading, (progress) =>
          onProgress({ phase: "load", ...progress }),
        );
        await allDone(
          loading.map(async ({ shadow, client }) => {
            onProgress({ phase: "index", projection: shadow.projection.name });
            await client.query("SET LOCAL maintenance_work_mem = '128MB'");
            await shadow.index(client);
            await client.query("COMMIT");
          }),
        );
        for (const one of loading) {
          onProgress({ phase: "swap", projection: one.shadow.projection.name });
          do await loadShadows(readChunks, store, [one]);
          while ((await swap(one.client, store, one.shadow, signal)) === "behind");
        }
        return { events };
      } catch (error) {
        // An open transaction would keep its tables from being dropped.
        await Promise.allSettled(loading.map(({ client }) => client.query("ROLLBACK")));
        throw error;
      } finally {
        // After a swap there is nothing left of that name. A failure may have left a connection that cannot be used.
        for (const shadow of shadows) await shadow.drop(pool).catch(() => {});
      }
    }),
  );
}
