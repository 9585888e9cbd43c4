import { randomUUID } from "node:crypto";
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

/** Simulates a crash after a command succeeded and before the ledger recorded it. */
export async function forgetCompletion(daybook: RunningDaybook, key: string): Promise<void> {
  await waitForCompletion(daybook, key);
  await daybook.platform.pools.durable.query(
    "UPDATE ledger.commands SET status = NULL WHERE key = encode(sha256(convert_to($1, 'UTF8')), 'hex')",
    [key],
  );
}

/** Runs a command, waits until the ledger has recorded its success, and returns a function that repeats it. */
export async function completeRepeatable<A extends { readonly ok: boolean }>(
  daybook: RunningDaybook,
  call: (key: string) => Promise<A>,
): Promise<() => Promise<A>> {
  const key = randomUUID();
  const firstAnswer = await call(key);
  expect(firstAnswer.ok).toBe(true);
  await waitForCompletion(daybook, key);
  return () => call(key);
}
