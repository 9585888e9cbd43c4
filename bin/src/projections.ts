import { readConfig } from "@daybook/platform/config";
import { printLine, runSubcommand } from "./command-line/run-command.ts";
import { runProjections, subcommands } from "./projections/run-projections.ts";

// `npm run projections`: maintains the read models. Daybook may be running or stopped. Needs no keys.
await runSubcommand({ name: "projections", subject: "projections", subcommands }, (subcommand) =>
  runProjections(subcommand, readConfig(process.env), { printLine, progress: process.stderr }),
);
