import { entryDecider } from "@daybook/domain/entry/decider";
import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection } from "@daybook/domain/kernel/rejection";
import { entriesTrashedUntil } from "@daybook/read-models/queries/entry-ids";
import type { Application } from "../application.ts";
import { eraseEntry } from "../erasure/erase-entry.ts";
import { erasureContext } from "../erasure/erase-stream.ts";
import { waitForReadModels } from "../wait-for-read-models.ts";
import { inParallel } from "../in-parallel.ts";
import { latestPosition, type EntryResult } from "./move-entries.ts";

/** After this time, entries in the trash are erased. */
const trashLifetimeMs = 30 * 24 * 3_600_000;
const pageSize = 200;
const maxConcurrentErasures = 4;

/** Erases one entry. The outcome is `null` when the entry was restored in the meantime and stays, or when it was erased before. */
async function purge(
  app: Application,
  { id: entryId, userId }: { id: number; userId: number },
  latestTrashedAt: string,
): Promise<EntryResult> {
  const stream = streamOf.entry(entryId);
  const context = erasureContext(app, userId, stream);
  // The read model may be behind and list an entry that is erased already. That entry must not be counted again.
  const { state } = await app.commands.load(entryDecider, stream);
  if (state.status === "erased") return { entryId, outcome: null };
  const command = { type: "PurgeEntry" as const, data: { entryId, at: context.at }, latestTrashedAt };
  const erasure = await eraseEntry(app, command, context, "now");
  return { entryId, outcome: isRejection(erasure) ? erasure : erasure.position };
}

/**
 * Erases the entries that have been in the trash for thirty days. Entries of a trashed journal are omitted, because the whole journal
 * is erased or restored. The read model lists the entries, and the decider checks each of them again. Safe to run in several processes.
 *
 * @param now milliseconds since 1970
 * @returns how many entries were erased
 */
export async function purgeTrashedEntries(
  app: Application,
  now: number,
  signal?: AbortSignal,
): Promise<number> {
  const latestTrashedAt = new Date(now - trashLifetimeMs).toISOString();
  let purgedCount = 0;
  for (;;) {
    const dueEntries = await entriesTrashedUntil(app.pool, latestTrashedAt, pageSize);
    const results = await inParallel(dueEntries, maxConcurrentErasures, async (entry) => {
      try {
        return await purge(app, entry, latestTrashedAt);
      } catch (error) {
        // A failure must not block the other entries. The next run tries again.
        app.logger.warn({ err: error }, "an entry in the trash could not be purged");
        return { entryId: entry.id, outcome: null };
      }
    });
    const count = results.filter(({ outcome }) => outcome !== null && !isRejection(outcome)).length;
    purgedCount += count;
    if (dueEntries.length < pageSize || count === 0 || signal?.aborted) return purgedCount;
    // Without waiting, the next page would list the same entries again.
    await waitForReadModels(app, ["entry-page"], latestPosition(results));
  }
}
