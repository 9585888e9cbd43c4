import type { SendMailOptions } from "nodemailer";
import type { OutgoingMail } from "./transport.ts";

/** A mail in the words of nodemailer. It may read neither files nor addresses of the network while it puts it together. */
export function toMessage(mail: OutgoingMail): SendMailOptions {
  return {
    from: mail.from,
    // As an object, since a string would be taken apart where it has commas or brackets.
    to: { name: "", address: mail.to },
    subject: mail.subject,
    // Every line ends as RFC 5322 has it, also in a file.
    newline: "windows",
    text: mail.text,
    html: mail.html,
    messageId: mail.messageId,
    date: new Date(mail.at),
    headers: {
      // Nobody's holiday reply is wanted (RFC 3834).
      "Auto-Submitted": "auto-generated",
      ...(mail.listUnsubscribe ? { "List-Unsubscribe": `<${mail.listUnsubscribe}>` } : {}),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
