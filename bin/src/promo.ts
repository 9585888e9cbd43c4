import { parseArgs } from "node:util";
import { systemClock } from "@daybook/platform/clock";
import { readConfig } from "@daybook/platform/config";
import { parsePromotion } from "./promo/read-promotion.ts";
import { type PromoCommand, runPromo } from "./promo/run-promo.ts";
import { printLine, refuseArguments, runCommand } from "./command-line/run-command.ts";

const usage = [
  "Usage: npm run promo -- create --code C --percent N | --price D --ends T [--starts T] [--plans standard:1,proplus:1]",
  "                           [--uses N] [--uses-per-account N] [--source S] [--name S]",
  "       npm run promo -- create --flash --ends T [--starts T] [--percent 50] [--name S]",
  "       npm run promo -- list",
  "       npm run promo -- end CODE | ID",
].join("\n");

/** Reads the subcommand. Returns a sentence when something is wrong with an option, and an empty text when the usage says enough. */
function readArguments(): PromoCommand | string {
  const text = { type: "string" } as const;
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      flash: { type: "boolean" },
      code: text,
      name: text,
      percent: text,
      price: text,
      plans: text,
      starts: text,
      ends: text,
      uses: text,
      "uses-per-account": text,
      source: text,
    },
  });
  const [name, idOrCode, ...others] = positionals;
  const hasOptions = Object.keys(values).length > 0;
  if (name === "create" && idOrCode === undefined) {
    const promotion = parsePromotion(values, new Date(systemClock.now()).toISOString());
    return typeof promotion === "string" ? promotion : { name, promotion };
  }
  if (name === "list" && idOrCode === undefined && !hasOptions) return { name };
  if (name === "end" && idOrCode !== undefined && others.length === 0 && !hasOptions)
    return { name, idOrCode };
  return "";
}

/** `npm run promo`: creates, lists and ends promo codes and flash sales. Daybook may be running or stopped. */
async function main(): Promise<number> {
  let command: PromoCommand | string;
  try {
    command = readArguments();
  } catch {
    command = "";
  }
  if (typeof command === "string") return refuseArguments(usage, command && `${command}\n`);
  return runPromo(command, readConfig(process.env), printLine);
}

await runCommand("promotions", main);
