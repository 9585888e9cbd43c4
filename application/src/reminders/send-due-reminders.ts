import { setTimeout as sleep } from "node:timers/promises";
import { retryOnDeadlock, transaction } from "@daybook/platform/postgres/pool";
import { scheduleStore } from "@daybook/platform/reminders/schedule-store";
import type { Application } from "../application.ts";
import { followLog } from "./follow-log.ts";
import { handleOccurrences } from "./handle-occurrences.ts";

const batchSize = 50;
/**
 * How long to pause after a full batch, as a multiple of its duration. When very many reminders are due, their mails take far longer
 * than the batches, so the pauses delay no mail. Without the pauses, saves of entries would have to wait for the batches.
 */
const pauseRatio = 1;

/** Handles one batch of due reminders in one transaction. Returns how many there were. */
const handleBatch = (app: Application): Promise<number> =>
  retryOnDeadlock(() =>
    transaction(app.pool, async (db) => {
      const dueReminders = await scheduleStore.claimDue(db, app.clock.now(), batchSize);
      if (dueReminders.length > 0) await handleOccurrences(app, db, dueReminders);
      return dueReminders.length;
    }),
  );

/**
 * Brings the schedule up to date with the log, then puts a mail into the outbox for each occurrence that is due. An occurrence that is
 * too late gets no mail and is recorded as skipped. The schedule tables decide what is due and that it is mailed once, so any number of
 * processes may run this at any time.
 */
export async function sendDueReminders(app: Application, signal: AbortSignal): Promise<void> {
  await followLog(app, signal);
  while (!signal.aborted) {
    const startedAt = performance.now();
    const handledCount = await handleBatch(app);
    if (handledCount === 0) return;
    // The batch has set the next occurrence of each reminder, which may be due already. So look once more.
    if (handledCount < batchSize) continue;
    // An abort ends the pause with an error, which is ignored. Then the loop ends.
    await sleep(pauseRatio * (performance.now() - startedAt), undefined, { signal }).catch(() => {});
  }
}
