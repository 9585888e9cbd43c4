import { keepCommandsMs, purgeCommands } from "@daybook/platform/commands/ledger";
import { createOpenLocks } from "@daybook/platform/locks/open-locks";
import { scheduleStore } from "@daybook/platform/reminders/schedule-store";
import type { Job } from "./job.ts";

/** A mail of a share needs the share. This time is longer than a mail is retried, so an operator can still resend a dead mail. */
const keepSharesMs = 7 * 24 * 3_600_000;
/** A reminder handles its dates in order and stores the newest one. So an old record is not needed to prevent a second mail. */
const keepOccurrencesMs = 90 * 24 * 3_600_000;
const keepOperationsMs = 30 * 24 * 3_600_000;

/**
 * Deletes expired data: sessions, nonces, passed bot checks, rate limits, mailed links, sent shares, look-backs, operations, records of
 * handled reminders, idle open locks, and old rows of the command ledger.
 */
export const cleanUpJob: Job = {
  name: "clean-up",
  everyMs: 10 * 60_000,
  async run({ clock, credentials, links, operations, pool, rateLimits, sessions, shares, lookBacks }) {
    const timeAgo = (ms: number): Date => new Date(clock.now() - ms);
    await sessions.purgeExpired();
    await credentials.purgeExpired();
    await rateLimits.purgeExpired();
    await links.purgeExpired();
    await shares.purge(timeAgo(keepSharesMs));
    await lookBacks.purge();
    await operations.purge(timeAgo(keepOperationsMs));
    await scheduleStore.purge(pool, timeAgo(keepOccurrencesMs));
    await createOpenLocks({ pool, clock }).purgeIdle();
    await purgeCommands(pool, timeAgo(keepCommandsMs));
  },
};
