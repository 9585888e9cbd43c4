import type { SendMailOptions } from "nodemailer";
import type { OutgoingMail } from "./transport.ts";

/** Converts a mail into a message for nodemailer. Nodemailer must not load any part of the message from a file or a URL. */
export function toMessage(mail: OutgoingMail): SendMailOptions {
  return {
    from: mail.from,
    // `to` is an object, because nodemailer would split a string at commas and brackets.
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
      // One POST to this URL unsubscribes the recipient, without a page (RFC 8058).
      ...(mail.listUnsubscribe && {
        "List-Unsubscribe": `<${mail.listUnsubscribe}>`,
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
