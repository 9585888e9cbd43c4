import { parseArgs } from "node:util";
import { classroomRoles } from "@daybook/domain/contract/appearance-values";
import { IdText } from "@daybook/domain/kernel/ids";
import { type Config, readConfig } from "@daybook/platform/config";
import { runClassroom } from "./account/classroom.ts";
import type { Grant } from "./account/grant-membership.ts";
import { runGrant } from "./account/run-grant.ts";
import { runReadOnly } from "./account/read-only.ts";
import { sentenceOf } from "./projections/sentence-of.ts";

const usage = [
  "Usage: npm run account -- grant --email E --level pro|plus --years N   (plus without --years: for life)",
  "       npm run account -- classroom --journal ID --role master|slave|none",
  "       npm run account -- read-only --entry ID --set on|off",
].join("\n");

type Run = (config: Config, printLine: (line: string) => void) => Promise<number>;
type Values = { [name: string]: string | undefined };

function readGrant({ level, years }: Values): Grant | null {
  if (level !== "pro" && level !== "plus") return null;
  if (years === undefined) return level === "plus" ? { level, years: "lifetime" } : null;
  return /^[1-9]\d?$/.test(years) ? { level, years: Number(years) } : null;
}

function readArguments(): Run | null {
  const text = { type: "string" } as const;
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { email: text, level: text, years: text, journal: text, role: text, entry: text, set: text },
  });
  const command = positionals.join(" ");
  const { email } = values;
  if (command === "grant" && email) {
    const grant = readGrant(values);
    return grant && ((config, printLine) => runGrant(email, grant, config, printLine));
  }
  if (command === "read-only") {
    const entry = IdText.safeParse(values.entry);
    if (!entry.success || !["on", "off"].includes(values.set ?? "")) return null;
    return (config, printLine) => runReadOnly(entry.data, values.set === "on", config, printLine);
  }
  if (command !== "classroom") return null;
  const journal = IdText.safeParse(values.journal);
  const role = classroomRoles.find((candidate) => candidate === values.role);
  if (!journal.success || !role) return null;
  return (config, printLine) => runClassroom(journal.data, role, config, printLine);
}

/** `npm run account`: changes an account, a journal or an entry for an operator. Daybook may be running or stopped. */
async function main(): Promise<number> {
  let run: Run | null;
  try {
    run = readArguments();
  } catch {
    run = null;
  }
  if (!run) {
    process.stderr.write(`${usage}\n`);
    return 2;
  }
  return run(readConfig(process.env), (line) => void process.stdout.write(`${line}\n`));
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`${sentenceOf(error, "accounts")}\n`);
  process.exitCode = 1;
}
