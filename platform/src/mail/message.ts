import type { SendMailOptions } from "nodemailer";
import type { OutgoingMail } from "./transport.ts";

/** A mail in the terms of nodemailer. Building it must not read files or network addresses. */
export function toMessage(mail: OutgoingMail): SendMailOptions {
  return {
    from: mail.from,
    // An object, since nodemailer would split a string at commas and brackets.
    to: { name: "", address: mail.to },
    subject: mail.subject,
    // Lines end as RFC 5322 requires, also in an `.eml` file.
    newline: "windows",
    text: mail.text,
    html: mail.html,
    messageId: mail.messageId,
    date: new Date(mail.at),
    headers: {
      // Automatic replies are not wanted (RFC 3834).
      "Auto-Submitted": "auto-generated",
      // One POST to the address unsubscribes, without a page (RFC 8058).
      ...(mail.listUnsubscribe && {
        "List-Unsubscribe": `<${mail.listUnsubscribe}>`,
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
