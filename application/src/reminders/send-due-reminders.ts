import { retryOnDeadlock, transaction } from "@daybook/platform/postgres/pool";
import { scheduleStore } from "@daybook/platform/reminders/schedule-store";
import type { Application } from "../application.ts";
import { followLog } from "./follow-log.ts";
import { handleOccurrences } from "./handle-occurrences.ts";

const claimSize = 500;

/** Handles one batch of due reminders in one transaction. Returns how many there were. */
const handleBatch = (app: Application): Promise<number> =>
  retryOnDeadlock(() =>
    transaction(app.pool, async (db) => {
      const due = await scheduleStore.claimDue(db, app.clock.now(), claimSize);
      if (due.length > 0) await handleOccurrences(app, db, due);
      return due.length;
    }),
  );

/**
 * Puts a mail into the outbox for each occurrence that is due. Our own tables decide what is due and that it happens once,
 * so any number of processes may run this at any time.
 */
export async function sendDueReminders(app: Application, signal: AbortSignal): Promise<void> {
  await followLog(app, signal);
  while (!signal.aborted) if ((await handleBatch(app)) === 0) return;
}
