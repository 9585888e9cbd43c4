import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { withAnySignal } from "@daybook/platform/with-any-signal";
import { chaosTable } from "./chaos/chaos-table.ts";
import { runChaos } from "./chaos/run-chaos.ts";
import { progressBar } from "./remote/progress-bar.ts";

const usage = "Usage: npm run chaos -- [--kills 20] [--seed N] [--writers 8]";

function readArguments() {
  const { values } = parseArgs({
    options: {
      kills: { type: "string", default: "20" },
      seed: { type: "string", default: String(randomInt(1, 2 ** 31)) },
      writers: { type: "string", default: "8" },
    },
  });
  const [kills, seed, writers] = [Number(values.kills), Number(values.seed), Number(values.writers)];
  const areValid = [kills, seed, writers].every((value) => Number.isSafeInteger(value) && value > 0);
  if (!areValid || writers > 64) throw new Error(usage);
  return { kills, seed, writers };
}

/** A run that hangs must end. Most recoveries take a second. */
const runTimeoutMs = (kills: number): number => 180_000 + kills * 20_000;

async function main(): Promise<void> {
  const options = readArguments();
  const { kills, seed } = options;
  process.stdout.write(
    `Killing Daybook and its PostgreSQL ${kills} times under load, with the seed ${seed}.\n`,
  );
  const interrupted = new AbortController();
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(name, () => interrupted.abort());
  const bar = progressBar("Kills", kills);
  const report = await withAnySignal(
    [interrupted.signal, AbortSignal.timeout(runTimeoutMs(kills))],
    (signal) => runChaos({ ...options, signal, onProgress: (done) => bar.update(Math.min(done, kills)) }),
  );
  process.stdout.write(`${chaosTable(report)}\nEvery acknowledged write is there once, and nothing else.\n`);
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
// Open connections of the last reads would keep the process alive for some seconds.
process.exit();
