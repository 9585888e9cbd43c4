import { purgeTrashedEntries } from "../entries/purge-entries.ts";
import { purgeTrashedJournals } from "../journals/erase-journal.ts";
import type { Job } from "./job.ts";

/** Erases what was in the trash for thirty days. */
export const purgeTrashJob: Job = {
  name: "purge-trash",
  everyMs: 10 * 60_000,
  async run(app, signal) {
    const journalCount = await purgeTrashedJournals(app, app.clock.now());
    const entryCount = signal.aborted ? 0 : await purgeTrashedEntries(app, app.clock.now(), signal);
    if (journalCount + entryCount > 0)
      app.logger.info({ journals: journalCount, entries: entryCount }, "purged the trash");
  },
};
