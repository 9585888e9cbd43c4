import { entryDecider } from "@daybook/domain/entry/decider";
import { streamOf } from "@daybook/domain/kernel/ids";
import { isRejection } from "@daybook/domain/kernel/rejection";
import { entriesTrashedUntil } from "@daybook/read-models/queries/entry-ids";
import type { ApiDeps } from "../deps.ts";
import { erasing } from "./erase-account.ts";
import { projected } from "../routes/projected.ts";
import { inParallel } from "./in-parallel.ts";
import { furthestOf, type Step } from "./move-entries.ts";

/** How long the trash keeps an entry. */
const trashKeeps = 30 * 24 * 3_600_000;
const purgedAtOnce = 200;
const purgeEvery = 10 * 60_000;

/** An entry that was brought back meanwhile stays, which it decides itself. */
async function purge(
  deps: ApiDeps,
  { id: entryId, userId }: { id: number; userId: number },
  trashedUntil: string,
): Promise<Step> {
  const stream = streamOf.entry(entryId);
  const context = erasing(deps, userId, stream);
  // The read model may be late, or unable to follow: what is gone already is not counted again.
  const { state } = await deps.commands.load(entryDecider, stream);
  if (state.status === "erased") return { entryId, outcome: null };
  await deps.vault.beginErasure(stream);
  const done = await deps.commands.execute({
    decider: entryDecider,
    stream,
    commands: [{ type: "PurgeEntry", data: { entryId, at: context.at }, trashedUntil }],
    context,
  });
  if (isRejection(done)) return { entryId, outcome: done };
  if (done.state.status === "erased") {
    await deps.vault.completeErasure(stream);
    deps.words.drop(entryId);
  }
  return { entryId, outcome: done.position };
}

/**
 * Erases the entries that lay in the trash for thirty days; those in a trashed journal share its fate. The read model names
 * them, each decides for itself. Two processes may do this side by side.
 *
 * @param now milliseconds since 1970
 * @returns how many were erased
 */
export async function purgeTrashedEntries(deps: ApiDeps, now: number, signal?: AbortSignal): Promise<number> {
  const trashedUntil = new Date(now - trashKeeps).toISOString();
  let purged = 0;
  for (;;) {
    const due = await entriesTrashedUntil(deps.pool, trashedUntil, purgedAtOnce);
    const steps = await inParallel(due, 4, (entry) => purge(deps, entry, trashedUntil));
    const count = steps.filter(({ outcome }) => outcome !== null && !isRejection(outcome)).length;
    purged += count;
    if (due.length < purgedAtOnce || count === 0 || signal?.aborted) return purged;
    // Else the next page names the same entries again.
    await projected(deps, ["entry-page"], furthestOf(steps));
  }
}

/** Empties the trash of what lay there for long enough, now and every ten minutes. Answers how to stop that. */
export function keepPurgingEntries(deps: ApiDeps): () => void {
  const run = (): void =>
    deps.inBackground("purging entries", async (signal) => {
      const count = await purgeTrashedEntries(deps, deps.clock.now(), signal);
      if (count > 0) deps.logger.info({ count }, "purged entries that were long in the trash");
    });
  run();
  const timer = setInterval(run, purgeEvery);
  return () => clearInterval(timer);
}
