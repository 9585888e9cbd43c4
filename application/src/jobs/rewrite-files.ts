import { comparePositions, type Position } from "@daybook/platform/event-store/position";
import { SearchUnavailable } from "@daybook/platform/search/search-index";
import { readCheckpoints } from "@daybook/read-models/queries/checkpoints";
import { removeObsoleteMailFiles } from "./remove-obsolete-mail-files.ts";
import type { Application } from "../application.ts";
import type { Job } from "./job.ts";

/** How long to wait for further changes, so that one run handles all of them. */
const collectMs = 60_000;
/** The pause after a run, also after a failed one, as a multiple of the time that the run took. */
const pauseFactor = 20;

const pausedUntil = new WeakMap<Application, number>();

/**
 * True when the search index has applied at least as much of the log as every read model. Then the index no longer contains locked
 * and erased words. False while the index cannot be reached.
 */
async function isIndexCurrent({ pool, search }: Application): Promise<boolean> {
  const status = await search.status().catch((error: unknown) => {
    if (error instanceof SearchUnavailable) return null;
    throw error;
  });
  if (status === null) return false;
  const { checkpoint } = status;
  const checkpoints = await readCheckpoints(pool);
  const positions: (Position | null)[] = [...checkpoints.values()];
  return positions.every((position) => comparePositions(position, checkpoint) <= 0);
}

/**
 * Removes words and old wrapped keys from files after an encryption lock or an erasure: rewrites tables of the vault, the outbox and
 * the search index, drops the old write-ahead log, and deletes the mail files of entries that are erased or behind an encryption lock.
 */
export const rewriteFilesJob: Job = {
  name: "rewrite-files",
  everyMs: 60_000,
  async run(app, signal) {
    const dueRewrite = await app.files.findDue();
    const startedAt = app.clock.now();
    if (!dueRewrite || dueRewrite.waitedMs < collectMs || startedAt < (pausedUntil.get(app) ?? 0)) return;
    try {
      await app.waitUntilCaughtUp();
      // If the rewrite is not complete, the next run repeats all steps.
      const isComplete = !dueRewrite.isHeldBack && (await isIndexCurrent(app));
      await removeObsoleteMailFiles(app, signal);
      await app.files.rewriteTables(signal);
      signal.throwIfAborted();
      await app.search.rewrite();
      await app.files.dropOldLog();
      if (isComplete) await app.files.markRewritten(dueRewrite);
      const tookMs = app.clock.now() - startedAt;
      app.logger.info({ tookMs, isComplete }, "rewrote files of the database after locks and erasures");
    } finally {
      const endedAt = app.clock.now();
      pausedUntil.set(app, endedAt + (endedAt - startedAt) * pauseFactor);
    }
  },
};
