import type { Clock } from "@daybook/platform/clock";
import type { Logger } from "@daybook/platform/logger";
import { type MailContent, parseContent } from "@daybook/platform/mail/mail";
import { type ClaimedMail, type Outbox, outboxChannel, type Queryable } from "@daybook/platform/mail/outbox";
import { MailDelayed, MailRefused, type MailTransport } from "@daybook/platform/mail/transport";
import type { Listener } from "@daybook/platform/postgres/listen";
import type { RenderResult } from "./render.ts";

/** The dependencies of mail delivery. */
export type DeliverDeps = {
  readonly outbox: Outbox;
  readonly render: (mail: ClaimedMail) => Promise<RenderResult>;
  readonly transport: MailTransport;
  readonly clock: Clock;
  readonly logger: Pick<Logger, "warn" | "info">;
  /** Records that a mail is not sent. `db` is in the transaction that drops the mail. May be called twice for one mail. */
  readonly onDrop?: (db: Queryable, content: MailContent, userId: number | null) => Promise<void>;
};

/** A running mail delivery. */
export type Delivery = {
  /** True while mails cannot be sent. */
  isFailing(): boolean;
  /** Finishes the mails that are being sent, and does not start others. */
  stop(): Promise<void>;
};

const pollMs = 30_000;
const minPauseMs = 50;
const firstPostponeMs = 1_000;
/**
 * A mail whose data is not in the read models is postponed until the mail is this old. After that, each attempt counts as failed. When
 * only the address of its account is missing, the mail is dropped instead.
 */
const readModelTimeoutMs = 10 * 60_000;

/**
 * Creates a mail sender; its `run` sends all due mails. When the transport fails, the mails are delayed. When the database
 * fails, `run` rejects; the claims of its mails expire, and a later run sends them.
 */
export function createMailSender({ outbox, render, transport, clock, logger, onDrop }: DeliverDeps) {
  let isTransportFailing = false;

  async function recordFailure(mail: ClaimedMail, code: string, isPermanent: boolean): Promise<void> {
    logger.warn(
      { mail: mail.id, template: mail.template, code, permanent: isPermanent },
      "a mail could not be sent",
    );
    await outbox.markFailed(mail, code, isPermanent);
  }

  async function dropMail({ id, userId, template, params, claim }: ClaimedMail): Promise<void> {
    // An earlier sender may have written the mail to a file (`.eml`) before a crash.
    if (claim > 1) await transport.remove([id]);
    const code = "not_needed";
    const content = parseContent(template, params);
    logger.info({ mail: id, template, code }, "a mail was dropped");
    await outbox.drop(id, code, async (db) => {
      if (content) await onDrop?.(db, content, userId);
    });
  }

  async function renderOrFail(mail: ClaimedMail): Promise<RenderResult | null> {
    try {
      return await render(mail);
    } catch (error) {
      logger.warn({ err: error, mail: mail.id, template: mail.template }, "a mail could not be rendered");
      await outbox.markFailed(mail, "render_failed", false);
      return null;
    }
  }

  /** Read models are usually only milliseconds behind. The older a mail is, the longer is the pause before its next attempt. */
  async function tryLater(mail: ClaimedMail, code: string): Promise<void> {
    const age = clock.now() - mail.enqueuedAt;
    if (age < readModelTimeoutMs) await outbox.postpone(mail, Math.max(firstPostponeMs, age));
    else if (code === "address_not_ready") await dropMail(mail);
    else await recordFailure(mail, code, false);
  }

  async function deliver(claimedMail: ClaimedMail): Promise<void> {
    const rendered = await renderOrFail(claimedMail);
    if (rendered === null) return;
    if (rendered.kind === "gone") return dropMail(claimedMail);
    // The failure is not permanent: during an update, a newer version of Daybook may know this mail.
    if (rendered.kind === "unknown") return recordFailure(claimedMail, "unknown_mail", false);
    if (rendered.kind === "later") return tryLater(claimedMail, rendered.code);
    try {
      await transport.send(rendered.mail);
      isTransportFailing = false;
    } catch (error) {
      const isRefused = error instanceof MailRefused;
      // A refusal is an answer, so the transport works.
      isTransportFailing = !isRefused;
      const code = isRefused || error instanceof MailDelayed ? error.code : "transport_failed";
      return recordFailure(claimedMail, code, isRefused);
    }
    // If the account was removed in the meantime, no copy of the mail may stay.
    if (!(await outbox.markSent(claimedMail.id))) await transport.remove([claimedMail.id]);
  }

  return {
    isTransportFailing: (): boolean => isTransportFailing,
    /** @param shouldContinue called before each mail, so that a stop need not wait for all due mails */
    async run(shouldContinue: () => boolean = () => true): Promise<void> {
      while (shouldContinue()) {
        const mails = await outbox.claimDue(transport.claimSize);
        if (mails.length === 0) return;
        const remainingMails = mails.values();
        const senders = Array.from({ length: transport.concurrency }, async () => {
          for (const mail of remainingMails) {
            if (shouldContinue()) await deliver(mail);
            // Frees the claim, so that the mail does not wait until the claim expires.
            else await outbox.postpone(mail, 0);
          }
        });
        // Wait for all senders before throwing, so that no mail is still being sent afterwards.
        const results = await Promise.allSettled(senders);
        for (const result of results) if (result.status === "rejected") throw result.reason;
      }
    },
  };
}

/** Sends mails when the outbox notifies, when the next mail is due, and at least every half minute. */
export function startDelivery(deps: DeliverDeps & { readonly listener: Listener }): Delivery {
  const { outbox, listener, clock, logger } = deps;
  const sender = createMailSender(deps);
  let isDatabaseFailing = false;
  let isStopped = false;
  let isWoken = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | null = null;

  async function runOnce(): Promise<number> {
    try {
      await sender.run(() => !isStopped);
      const nextDueAt = await outbox.nextDueAt();
      isDatabaseFailing = false;
      if (nextDueAt === null) return pollMs;
      return Math.min(pollMs, Math.max(minPauseMs, nextDueAt - clock.now()));
    } catch (error) {
      if (!isDatabaseFailing) logger.warn({ err: error }, "delivering mails failed and will be tried again");
      isDatabaseFailing = true;
      return pollMs;
    }
  }

  const shouldRunAgain = (): boolean => isWoken && !isStopped;

  async function runUntilIdle(): Promise<void> {
    let pauseMs = pollMs;
    do {
      isWoken = false;
      pauseMs = await runOnce();
    } while (shouldRunAgain());
    if (!isStopped) timer = setTimeout(wake, pauseMs);
  }

  function wake(): void {
    isWoken = true;
    if (isStopped || running) return;
    clearTimeout(timer);
    running = runUntilIdle().finally(() => {
      running = null;
    });
  }

  const unsubscribe = listener.subscribe(outboxChannel, wake);
  wake();

  return {
    isFailing: () => isDatabaseFailing || sender.isTransportFailing(),
    async stop() {
      isStopped = true;
      unsubscribe();
      clearTimeout(timer);
      await running;
    },
  };
}
