import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { MailTransport, OutgoingMail } from "./transport.ts";

/** A mail with a unique message id, because servers keep the mails of earlier runs. */
export const sampleMail = (changes: Partial<OutgoingMail> = {}): OutgoingMail => ({
  id: 7,
  template: "welcome",
  at: Date.UTC(2026, 10, 20, 9, 5, 7),
  from: "Daybook <daybook@localhost>",
  to: "samuel@example.org",
  subject: "Grüße – welcome",
  text: "Dear Samuel,\nwelcome.\n.\nA line with one dot is above. Ünïcode.",
  html: "<p>Dear Samuel</p>",
  messageId: `<${randomUUID()}@daybook.example>`,
  ...changes,
});

/** A transport to test, and a way to read what it delivered. */
export type TransportUnderTest = {
  open: () => MailTransport;
  /** The raw text of a delivered mail, headers and body; rejects when it did not arrive. */
  read: (mail: OutgoingMail) => Promise<string>;
};

/** The contract of every adapter of the mail port. */
export function describeTransportContract(name: string, { open, read }: TransportUnderTest): void {
  describe(`${name} as a mail transport`, () => {
    test("a mail arrives as plain text and HTML, with its sender and its message id", async () => {
      const listUnsubscribe = `https://daybook.example/app/disable-reminder/1/${"a-Z_0".repeat(12)}`;
      const mail = sampleMail({ listUnsubscribe });
      await open().send(mail);
      const raw = await read(mail);
      const headers = raw.split("\r\n\r\n")[0]!;
      expect(headers).toContain("From: Daybook <daybook@localhost>");
      expect(headers).toContain("To: samuel@example.org");
      expect(headers).toContain(`Message-ID: ${mail.messageId}`);
      // This header may be folded only before its long address.
      expect(headers.replace(/\r\n /g, " ")).toContain(`List-Unsubscribe: <${listUnsubscribe}>`);
      expect(headers).toContain("List-Unsubscribe-Post: List-Unsubscribe=One-Click");
      expect(headers).toMatch(/Subject: =\?UTF-8\?/);
      expect(headers).toContain("Date: Fri, 20 Nov 2026 09:05:07 +0000");
      expect(headers).toContain("multipart/alternative");
      expect(raw).toMatch(/text\/plain[^]*A line with one dot is above\. =C3=9Cn[^]*text\/html/);
      expect(raw).toMatch(/\r\n\.\r\nA line with one dot/);
    });

    test("line breaks in a subject or an address add no header", async () => {
      // Mailpit itself adds a `Bcc` header with recipients that it does not find in `To`, such as the quoted address below.
      const addedHeader = /^Bcc: *eve@/m;
      const mail = sampleMail({ subject: "a\r\nBcc: eve@example.org" });
      await open().send(mail);
      expect(await read(mail)).not.toMatch(addedHeader);
      const mailWithExtraHeader = sampleMail({ to: "samuel@example.org\r\nBcc: eve@example.org" });
      const wasSent = await open()
        .send(mailWithExtraHeader)
        .then(
          () => true,
          () => false,
        );
      if (wasSent) expect(await read(mailWithExtraHeader)).not.toMatch(addedHeader);
    });

    test("mails that are sent concurrently all arrive", async () => {
      const transport = open();
      const mails = [7, 8, 9].map((id) => sampleMail({ id }));
      await Promise.all(mails.map((mail) => transport.send(mail)));
      for (const mail of mails) expect(await read(mail)).toContain(`Message-ID: ${mail.messageId}`);
      await expect(transport.remove([7, 8, 9])).resolves.toBeUndefined();
    });
  });
}
