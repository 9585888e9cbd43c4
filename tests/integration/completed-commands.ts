import { expect } from "vitest";
import type { RunningDaybook } from "./shared-daybook.ts";

/** Waits until the ledger has recorded the success of the command with this key. */
export async function waitForCompletion(daybook: RunningDaybook, key: string): Promise<void> {
  const pool = daybook.platform.pools.durable;
  const findCompleted =
    "SELECT FROM ledger.commands WHERE key = encode(sha256(convert_to($1, 'UTF8')), 'hex') AND status IS NOT NULL";
  const countCompletions = async () => (await pool.query(findCompleted, [key])).rowCount;
  await expect.poll(countCompletions, { timeout: 60_000, interval: 10 }).toBe(1);
}
