/** A rendered mail for one recipient. */
export type OutgoingMail = {
  /** The mail's id in the outbox. */
  readonly id: number;
  readonly template: string;
  /** When the mail was requested, in milliseconds since 1970. */
  readonly at: number;
  /** An address, with or without a name before it. */
  readonly from: string;
  /** A bare address. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The same for every try, so that mail clients recognise a duplicate. */
  readonly messageId: string;
  /** An https address: one POST to it unsubscribes (RFC 8058). */
  readonly listUnsubscribe?: string;
};

/**
 * Sends mails. `send` resolves when a server has accepted the mail, or its file is on disk. Otherwise it throws {@link
 * MailRefused} or {@link MailDelayed}.
 */
export type MailTransport = {
  /** How many mails to send at the same time. Mail servers limit their connections; a folder does not. */
  readonly concurrency: number;
  /**
   * How many mails to claim in one query. All of them must be sent before their claims expire, even when each one takes as long as
   * the timeouts of the transport allow.
   */
  readonly claimSize: number;
  send(mail: OutgoingMail): Promise<void>;
  /** Deletes the files of mails. Does nothing for mails that a server has accepted. */
  remove(mailIds: readonly number[]): Promise<void>;
};

/** The mail will never be accepted. The error's message contains a stable code, never a server's text. */
export class MailRefused extends Error {
  override readonly name = "MailRefused";
  readonly code: string;

  constructor(code: string) {
    super(`a mail was refused (${code})`);
    this.code = code;
  }
}

/** The mail could not be sent now; a later try may succeed. The error's message contains a stable code, never a server's text. */
export class MailDelayed extends Error {
  override readonly name = "MailDelayed";
  readonly code: string;

  constructor(code: string) {
    super(`a mail could not be sent (${code})`);
    this.code = code;
  }
}
