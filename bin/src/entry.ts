import { text as readAll } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { readConfig } from "@daybook/platform/config";
import { runCreate } from "./entry/run-create.ts";
import { withApplication } from "./entry/with-application.ts";
import { printLine, refuseArguments, runCommand } from "./command-line/run-command.ts";

const usage = "Usage: npm run entry -- create --email E --password P [--title T] < text";

type EntryArguments = { email: string; password: string; title: string };

/** Returns `null` for wrong arguments. */
function readArguments(): EntryArguments | null {
  const stringOption = { type: "string" } as const;
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { email: stringOption, password: stringOption, title: stringOption },
    });
    const { email, password, title = "" } = values;
    return positionals.join(" ") === "create" && email && password ? { email, password, title } : null;
  } catch {
    return null;
  }
}

/** `npm run entry -- create`: writes an entry from standard input. Daybook may be running or stopped. */
async function main(): Promise<number> {
  const values = readArguments();
  if (values === null) return refuseArguments(usage);
  const text = (await readAll(process.stdin)).trimEnd();
  return withApplication(readConfig(process.env), (app) => runCreate(app, { ...values, text }, printLine));
}

await runCommand("entries", main);
