import { parseArgs } from "node:util";
import { readConfig } from "@daybook/platform/config";
import { runReconcile } from "./billing/run-reconcile.ts";
import { printLine, refuseArguments, runCommand } from "./command-line/run-command.ts";

const usage = "Usage: npm run billing -- reconcile [--days 30]";
const longestDays = 3_650;

function readDays(): number | null {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { days: { type: "string", default: "30" } },
    });
    const days = Number(values.days);
    const isValid = /^\d+$/.test(values.days) && days >= 1 && days <= longestDays;
    return positionals.join(" ") === "reconcile" && isValid ? days : null;
  } catch {
    return null;
  }
}

/** `npm run billing`: compares what was charged with what was ordered. Daybook may be running or stopped. */
async function main(): Promise<number> {
  const days = readDays();
  if (days === null) return refuseArguments(usage);
  return runReconcile(days, readConfig(process.env), printLine);
}

await runCommand("orders", main);
