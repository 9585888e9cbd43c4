import { readConfig } from "@daybook/platform/config";
import { printLine, runSubcommand } from "./command-line/run-command.ts";
import { runSearch, subcommands } from "./search/run-search.ts";

// `npm run search`: maintains the search index. Daybook may be running or stopped.
await runSubcommand({ name: "search", subject: "search index", subcommands }, (subcommand) =>
  runSearch(subcommand, readConfig(process.env), { printLine, progress: process.stderr }),
);
