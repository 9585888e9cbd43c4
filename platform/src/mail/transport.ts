/** A mail as it leaves: rendered, for one recipient. */
export type OutgoingMail = {
  /** The mail's id in the outbox. */
  readonly id: number;
  readonly template: string;
  /** When it was asked for, in milliseconds since 1970. */
  readonly at: number;
  /** An address, with or without a name before it. */
  readonly from: string;
  /** A bare address. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The same at every try, so that a mail which arrives twice can be told to be one. */
  readonly messageId: string;
  /** Where a person leaves the list that this mail is of. */
  readonly listUnsubscribe?: string;
};

/**
 * Where mails leave. Sending resolves once somebody else answers for the mail: a server took it, or a file is on disk. It
 * throws {@link MailRefused} or {@link MailDelayed} otherwise.
 */
export type MailTransport = {
  send(mail: OutgoingMail): Promise<void>;
  /** Takes back what can be taken back of mails that were sent: files, but nothing that a server took. */
  remove(mailIds: readonly number[]): Promise<void>;
};

/** The mail will not be taken, however often it is tried. The message holds a stable code, never what a server said. */
export class MailRefused extends Error {
  override readonly name = "MailRefused";
  readonly code: string;

  constructor(code: string) {
    super(`a mail was refused (${code})`);
    this.code = code;
  }
}

/** The mail could not leave now; a later try may succeed. The message holds a stable code, never what a server said. */
export class MailDelayed extends Error {
  override readonly name = "MailDelayed";
  readonly code: string;

  constructor(code: string) {
    super(`a mail could not leave (${code})`);
    this.code = code;
  }
}
