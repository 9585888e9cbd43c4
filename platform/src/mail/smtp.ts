import type { Transporter } from "nodemailer";
import { toMessage } from "./message.ts";
import { MailDelayed, MailRefused, type MailTransport } from "./transport.ts";

/** In milliseconds; their sum is far below the lease of a claimed mail. */
const timeouts = {
  dnsTimeout: 10_000,
  connectionTimeout: 15_000,
  greetingTimeout: 15_000,
  socketTimeout: 30_000,
};

type SmtpFailure = {
  readonly code: string | undefined;
  readonly command: string | undefined;
  readonly status: number | undefined;
};

function failureOf(error: unknown): SmtpFailure {
  const field = (name: string): unknown =>
    typeof error === "object" && error !== null && name in error
      ? (error as Record<string, unknown>)[name]
      : undefined;
  const [code, command, status] = [field("code"), field("command"), field("responseCode")];
  return {
    code: typeof code === "string" ? code : undefined,
    command: typeof command === "string" ? command : undefined,
    status: typeof status === "number" ? status : undefined,
  };
}

/**
 * True when the server refuses the recipient or the mail for good. The operator can fix a refusal of our password, our sender
 * or our IP address, so such a refusal must not lose a mail (RFC 5321, 4.2.1; RFC 4954, 6).
 */
function isPermanent({ command, status }: SmtpFailure): boolean {
  if (status === undefined || status < 500) return false;
  const isAuthenticationError = [530, 534, 535, 538].includes(status);
  return !isAuthenticationError && (command === "RCPT TO" || command === "DATA");
}

/** A server's reply code or a system's error code, without its text, which may quote the address. */
function codeOf({ code, status }: SmtpFailure): string {
  if (status !== undefined) return `smtp_${status}`;
  return `smtp_${/^E[A-Z]{2,20}$/.test(code ?? "") ? code!.toLowerCase() : "failed"}`;
}

/**
 * Sends each mail to a mail server. `smtp://` encrypts when the server can, `smtps://` always.
 *
 * @param url such as `smtp://user:password@host:587`
 */
export function createSmtp(url: string): MailTransport {
  let openedTransporter: Promise<Transporter> | undefined;

  async function open(): Promise<Transporter> {
    // Loaded with the first mail, so that the embedded default does not load it.
    const { createTransport } = await import("nodemailer");
    return createTransport({ url, ...timeouts, disableFileAccess: true, disableUrlAccess: true });
  }

  return {
    concurrency: 5,
    claimSize: 10,
    async send(mail) {
      openedTransporter ??= open();
      const transporter = await openedTransporter;
      try {
        await transporter.sendMail(toMessage(mail));
      } catch (error) {
        const failure = failureOf(error);
        throw isPermanent(failure) ? new MailRefused(codeOf(failure)) : new MailDelayed(codeOf(failure));
      }
    },
    // Only the transport that writes files has something to remove.
    remove: () => Promise.resolve(),
  };
}
