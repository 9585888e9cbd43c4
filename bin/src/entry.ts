import { text as readAll } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { readConfig } from "@daybook/platform/config";
import { runCreate } from "./entry/run-create.ts";
import { withApplication } from "./entry/with-application.ts";
import { failureMessage } from "./projections/failure-message.ts";

const usage = "Usage: npm run entry -- create --email E --password P [--title T] < text\n";

/** `npm run entry -- create`: writes an entry from standard input. Daybook may be running or stopped. */
async function main(): Promise<number> {
  const stringOption = { type: "string" } as const;
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { email: stringOption, password: stringOption, title: stringOption },
  });
  const { email, password, title = "" } = values;
  if (positionals.join(" ") !== "create" || !email || !password) {
    process.stderr.write(usage);
    return 2;
  }
  const text = (await readAll(process.stdin)).trimEnd();
  const printLine = (line: string): void => void process.stdout.write(`${line}\n`);
  return withApplication(readConfig(process.env), (app) =>
    runCreate(app, { email, password, title, text }, printLine),
  );
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`${failureMessage(error, "entries")}\n`);
  process.exitCode = 1;
}
