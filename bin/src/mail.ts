import { readConfig } from "@daybook/platform/config";
import { printLine, runSubcommand } from "./command-line/run-command.ts";
import { runMail, subcommands } from "./mail/run-mail.ts";

// `npm run mail`: counts the mails of the outbox by state, and lets Daybook send dead mails (whose delivery has failed for good) again.
// Daybook may be running or stopped. A stopped Daybook sends the mails after its next start.
await runSubcommand({ name: "mail", subject: "mails", subcommands }, (subcommand) =>
  runMail(subcommand, readConfig(process.env), printLine),
);
