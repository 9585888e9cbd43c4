import { entryDecider } from "@daybook/domain/entry/decider";
import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection } from "@daybook/domain/kernel/rejection";
import { entriesTrashedUntil } from "@daybook/read-models/queries/entry-ids";
import type { Application } from "../application.ts";
import { eraseEntry } from "../erasure/erase-entry.ts";
import { erasureContext } from "../erasure/erase-stream.ts";
import { waitForReadModels } from "../wait-for-read-models.ts";
import { inParallel } from "../in-parallel.ts";
import { furthestOf, type EntryResult } from "./move-entries.ts";

/** How long the trash keeps an entry. */
const trashKeeps = 30 * 24 * 3_600_000;
const purgedAtOnce = 200;

/** An entry that was brought back meanwhile stays, which it decides itself. */
async function purge(
  app: Application,
  { id: entryId, userId }: { id: number; userId: number },
  trashedUntil: string,
): Promise<EntryResult> {
  const stream = streamOf.entry(entryId);
  const context = erasureContext(app, userId, stream);
  // The read model may be late, or unable to follow: what is gone already is not counted again.
  const { state } = await app.commands.load(entryDecider, stream);
  if (state.status === "erased") return { entryId, outcome: null };
  const command = { type: "PurgeEntry" as const, data: { entryId, at: context.at }, trashedUntil };
  const done = await eraseEntry(app, command, context, "now");
  return { entryId, outcome: isRejection(done) ? done : done.position };
}

/**
 * Erases the entries that lay in the trash for thirty days; those in a trashed journal share its fate. The read model names
 * them, each decides for itself. Two processes may do this side by side.
 *
 * @param now milliseconds since 1970
 * @returns how many were erased
 */
export async function purgeTrashedEntries(
  app: Application,
  now: number,
  signal?: AbortSignal,
): Promise<number> {
  const trashedUntil = new Date(now - trashKeeps).toISOString();
  let purged = 0;
  for (;;) {
    const due = await entriesTrashedUntil(app.pool, trashedUntil, purgedAtOnce);
    const steps = await inParallel(due, 4, (entry) => purge(app, entry, trashedUntil));
    const count = steps.filter(({ outcome }) => outcome !== null && !isRejection(outcome)).length;
    purged += count;
    if (due.length < purgedAtOnce || count === 0 || signal?.aborted) return purged;
    // Else the next page names the same entries again.
    await waitForReadModels(app, ["entry-page"], furthestOf(steps));
  }
}
