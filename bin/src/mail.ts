import { readConfig } from "@daybook/platform/config";
import { printLine, runSubcommand } from "./command-line/run-command.ts";
import { runMail, subcommands } from "./mail/run-mail.ts";

// `npm run mail`: shows the state of mails, and sends dead mails (whose delivery has failed for good) again. Daybook may be running or stopped.
await runSubcommand({ name: "mail", subject: "mails", subcommands }, (subcommand) =>
  runMail(subcommand, readConfig(process.env), printLine),
);
