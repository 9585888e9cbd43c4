import { parseArgs } from "node:util";
import { classroomRoles } from "@daybook/domain/contract/appearance-values";
import { IdText } from "@daybook/domain/kernel/ids";
import { type Config, readConfig } from "@daybook/platform/config";
import { runClassroom } from "./account/classroom.ts";
import type { Grant } from "./account/grant-membership.ts";
import { runGrant } from "./account/run-grant.ts";
import { runReadOnly } from "./account/read-only.ts";
import { printLine, refuseArguments, runCommand } from "./command-line/run-command.ts";

const usage = [
  "Usage: npm run account -- grant --email E --level pro|plus --years N   (plus without --years: for life)",
  "       npm run account -- classroom --journal ID --role master|slave|none",
  "       npm run account -- read-only --entry ID --set on|off",
].join("\n");

type AccountCommand = (config: Config, printLine: (line: string) => void) => Promise<number>;
type Values = { [name: string]: string | undefined };

function readGrant({ level, years }: Values): Grant | null {
  if (level !== "pro" && level !== "plus") return null;
  if (years === undefined) return level === "plus" ? { level, years: "lifetime" } : null;
  return /^[1-9]\d?$/.test(years) ? { level, years: Number(years) } : null;
}

function readArguments(): AccountCommand | null {
  const stringOption = { type: "string" } as const;
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      email: stringOption,
      level: stringOption,
      years: stringOption,
      journal: stringOption,
      role: stringOption,
      entry: stringOption,
      set: stringOption,
    },
  });
  const command = positionals.join(" ");
  const { email } = values;
  if (command === "grant" && email) {
    const grant = readGrant(values);
    return grant && ((config, printLine) => runGrant(email, grant, config, printLine));
  }
  if (command === "read-only") {
    const entryId = IdText.safeParse(values.entry);
    if (!entryId.success || !["on", "off"].includes(values.set ?? "")) return null;
    return (config, printLine) => runReadOnly(entryId.data, values.set === "on", config, printLine);
  }
  if (command !== "classroom") return null;
  const journalId = IdText.safeParse(values.journal);
  const role = classroomRoles.find((candidate) => candidate === values.role);
  if (!journalId.success || !role) return null;
  return (config, printLine) => runClassroom(journalId.data, role, config, printLine);
}

/** `npm run account`: changes an account, a journal or an entry for an operator. Daybook may be running or stopped. */
async function main(): Promise<number> {
  let run: AccountCommand | null;
  try {
    run = readArguments();
  } catch {
    run = null;
  }
  if (!run) return refuseArguments(usage);
  return run(readConfig(process.env), printLine);
}

await runCommand("accounts", main);
