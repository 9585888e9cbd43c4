import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { withProduct } from "./bench/bench-product.ts";
import { runFuzz } from "./fuzz/run-fuzz.ts";
import { progressBar } from "./remote/progress-bar.ts";

const usage = "Usage: npm run fuzz -- [--requests 10000] [--seed N]";
const maxRequests = 1_000_000;

function readArguments(): { requests: number; seed: number } {
  const { values } = parseArgs({
    options: {
      requests: { type: "string", default: "10000" },
      seed: { type: "string", default: String(randomInt(1, 2 ** 31)) },
    },
  });
  const [requests, seed] = [Number(values.requests), Number(values.seed)];
  if (
    !Number.isSafeInteger(requests) ||
    requests < 1 ||
    requests > maxRequests ||
    !Number.isSafeInteger(seed)
  ) {
    throw new Error(usage);
  }
  return { requests, seed };
}

/** `npm run fuzz`: sends generated requests to a temporary Daybook on loopback. */
async function main(): Promise<number> {
  const { requests, seed } = readArguments();
  process.stdout.write(`Sending ${requests} requests with the seed ${seed}.\n`);
  const bar = progressBar("Requests", requests);
  const { statuses, wrongReplies, changedParts } = await withProduct(({ url }) =>
    runFuzz({ url, requests, seed, onProgress: (done) => bar.update(done) }),
  );
  for (const [status, count] of Object.entries(statuses)) process.stdout.write(`${status}  ${count}\n`);
  for (const { call, status, request } of wrongReplies.slice(0, 20)) {
    process.stdout.write(`${call} answered ${status} to ${request}\n`);
  }
  for (const part of changedParts) process.stdout.write(`Changed: ${part}\n`);
  if (wrongReplies.length > 0 || changedParts.length > 0) return 1;
  process.stdout.write("Every request was answered correctly, and nothing changed.\n");
  return 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
