import { describe } from "vitest";
import { readFromMailpit } from "../testing/mailpit.ts";
import { createSmtp } from "./smtp.ts";
import { describeTransportContract } from "./transport-contract.ts";

const url = process.env["SMTP_URL"];
const mailpit = process.env["MAILPIT_URL"];

// Needs a server that npm cannot install and that shows the mails it received:
// `SMTP_URL=smtp://127.0.0.1:1025 MAILPIT_URL=http://127.0.0.1:8025 npm test`.
describe.skipIf(!url || !mailpit)("with the Mailpit that SMTP_URL and MAILPIT_URL name", () => {
  describeTransportContract("SMTP", {
    open: () => createSmtp(url ?? ""),
    read: ({ messageId }) => readFromMailpit(mailpit ?? "", `message-id:${messageId.slice(1, -1)}`),
  });
});
