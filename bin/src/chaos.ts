import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { withAnySignal } from "@daybook/platform/with-any-signal";
import { formatChaosReport } from "./chaos/chaos-table.ts";
import { runChaos } from "./chaos/run-chaos.ts";
import { formatMembershipReport } from "./chaos/membership-table.ts";
import { runMembershipChaos } from "./chaos/run-membership-chaos.ts";
import { runPurchaseChaos } from "./chaos/run-purchase-chaos.ts";
import { progressBar } from "./remote/progress-bar.ts";

const usage = [
  "Usage: npm run chaos -- [--kills 20] [--seed N] [--writers 8]",
  "       npm run chaos -- purchases [--kills 20] [--seed N]",
  "       npm run chaos -- memberships [--kills 20] [--seed N]",
].join("\n");

const modes = ["", "purchases", "memberships"];

function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      kills: { type: "string", default: "20" },
      seed: { type: "string", default: String(randomInt(1, 2 ** 31)) },
      writers: { type: "string", default: "8" },
    },
  });
  const [kills, seed, writers] = [Number(values.kills), Number(values.seed), Number(values.writers)];
  const areValid = [kills, seed, writers].every((value) => Number.isSafeInteger(value) && value > 0);
  const mode = positionals.join(" ");
  if (!areValid || writers > 64 || !modes.includes(mode)) throw new Error(usage);
  return { kills, seed, writers, mode };
}

/**
 * After this time, a run counts as hanging and ends. Most recoveries take a second. A membership run kills the product one to four
 * times on each simulated day. On a busy machine, its 40 members need a minute for such a day.
 */
const runTimeoutMs = (kills: number, mode: string): number =>
  mode === "memberships" ? 900_000 + kills * 120_000 : 180_000 + kills * 20_000;

async function main(): Promise<void> {
  const { mode, ...options } = readArguments();
  const { kills, seed } = options;
  const interrupted = new AbortController();
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(name, () => interrupted.abort());
  const bar = progressBar("Kills", kills);
  const onProgress = (done: number): void => bar.update(Math.min(done, kills));
  const runWithTimeout = <T>(run: (signal: AbortSignal) => Promise<T>): Promise<T> =>
    withAnySignal([interrupted.signal, AbortSignal.timeout(runTimeoutMs(kills, mode))], run);
  if (mode === "memberships") {
    process.stdout.write(`Killing Daybook ${kills} times while memberships change, with the seed ${seed}.\n`);
    const report = await runWithTimeout((signal) => runMembershipChaos({ kills, seed, signal, onProgress }));
    process.stdout.write(
      `${formatMembershipReport(report)}\nEvery membership is what was paid for, and nothing was charged twice.\n`,
    );
    return;
  }
  if (mode === "purchases") {
    process.stdout.write(`Killing Daybook ${kills} times during purchases, with the seed ${seed}.\n`);
    const purchases = await runWithTimeout((signal) => runPurchaseChaos({ kills, seed, signal, onProgress }));
    const { acknowledged, lostReplies, notCharged } = purchases;
    process.stdout.write(
      `${acknowledged} purchases, ${lostReplies} lost replies, ${notCharged} stored but not charged because of a kill.\n` +
        "Every acknowledged purchase is charged once, and nothing else.\n",
    );
    return;
  }
  process.stdout.write(
    `Killing Daybook and its PostgreSQL ${kills} times under load, with the seed ${seed}.\n`,
  );
  const report = await runWithTimeout((signal) => runChaos({ ...options, signal, onProgress }));
  process.stdout.write(
    `${formatChaosReport(report)}\nEvery acknowledged write is there once, and nothing else.\n`,
  );
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
// Open connections of the last reads would keep the process alive for some seconds.
process.exit();
