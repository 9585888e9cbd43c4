import type { Clock } from "@daybook/platform/clock";
import type { Logger } from "@daybook/platform/logger";
import { type ClaimedMail, type Outbox, outboxChannel } from "@daybook/platform/mail/outbox";
import { MailDelayed, MailRefused, type MailTransport } from "@daybook/platform/mail/transport";
import type { Listener } from "@daybook/platform/postgres/listen";
import type { Rendered } from "./render.ts";

/** What delivering stands on. */
export type DeliverDeps = {
  readonly outbox: Outbox;
  readonly render: (mail: ClaimedMail) => Promise<Rendered>;
  readonly transport: MailTransport;
  readonly clock: Clock;
  readonly logger: Pick<Logger, "warn" | "info">;
};

/** Delivers mails until it is stopped. */
export type Delivery = {
  /** True while mails cannot leave. */
  failing(): boolean;
  /** Ends what is being sent, and begins no more. */
  stop(): Promise<void>;
};

const atOnce = 5;
const pollMs = 30_000;
const shortestPauseMs = 50;
const firstPostponeMs = 1_000;
/** How long the read models may be behind before a mail that needs them counts as failed. */
const patienceMs = 10 * 60_000;

/**
 * Sends what is due, once. A transport that fails delays the mails it was given; the first that leaves ends the trouble. A
 * database that fails makes a pass reject: its claims lapse, and a later pass takes them up.
 */
export function createPass({ outbox, render, transport, clock, logger }: DeliverDeps) {
  let transportFails = false;

  async function failed(mail: ClaimedMail, code: string, permanent: boolean): Promise<void> {
    logger.warn({ mail: mail.id, template: mail.template, code, permanent }, "a mail could not be sent");
    await outbox.failed(mail, code, permanent);
  }

  async function giveUp({ id, template }: ClaimedMail): Promise<void> {
    const code = "recipient_gone";
    logger.info({ mail: id, template, code }, "a mail was dropped");
    await outbox.drop(id, code);
  }

  async function renderOrFail(mail: ClaimedMail): Promise<Rendered | null> {
    try {
      return await render(mail);
    } catch (error) {
      logger.warn({ err: error, mail: mail.id, template: mail.template }, "a mail could not be rendered");
      await outbox.failed(mail, "render_failed", false);
      return null;
    }
  }

  /** The read models are usually milliseconds behind; the longer it takes, the more rarely it is looked at. */
  async function tryLater(mail: ClaimedMail, code: string): Promise<void> {
    const age = clock.now() - mail.enqueuedAt;
    if (age < patienceMs) await outbox.postpone(mail, Math.max(firstPostponeMs, age));
    else if (code === "address_not_ready") await giveUp(mail);
    else await failed(mail, code, false);
  }

  async function deliver(claimed: ClaimedMail): Promise<void> {
    const rendered = await renderOrFail(claimed);
    if (rendered === null) return;
    if (rendered.kind === "gone") return giveUp(claimed);
    // While versions are exchanged, a newer one may know it.
    if (rendered.kind === "unknown") return failed(claimed, "unknown_mail", false);
    if (rendered.kind === "later") return tryLater(claimed, rendered.code);
    try {
      await transport.send(rendered.mail);
      transportFails = false;
    } catch (error) {
      const refused = error instanceof MailRefused;
      // A refusal is an answer: what answers, works.
      transportFails = !refused;
      const code = refused || error instanceof MailDelayed ? error.code : "transport_failed";
      return failed(claimed, code, refused);
    }
    // Its account was removed while it left: then no file of it may stay either.
    if (!(await outbox.sent(claimed.id))) await transport.remove([claimed.id]);
  }

  return {
    transportFails: (): boolean => transportFails,
    /** @param goesOn asked before each batch, so that a stop need not wait for all that is due */
    async run(goesOn: () => boolean = () => true): Promise<void> {
      while (goesOn()) {
        const mails = await outbox.claimDue(atOnce);
        if (mails.length === 0) return;
        // All of a batch, before a failure of the database is told: nothing may go on unseen.
        const results = await Promise.allSettled(mails.map(deliver));
        for (const result of results) if (result.status === "rejected") throw result.reason;
      }
    },
  };
}

/** Sends mails as they come: woken by the outbox, at the time of the next try, and every half minute in any case. */
export function startDelivery(deps: DeliverDeps & { readonly listener: Listener }): Delivery {
  const { outbox, listener, clock, logger } = deps;
  const pass = createPass(deps);
  let databaseFails = false;
  let stopped = false;
  let woken = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | null = null;

  async function runOnce(): Promise<number> {
    try {
      await pass.run(() => !stopped);
      const next = await outbox.nextDueAt();
      databaseFails = false;
      if (next === null) return pollMs;
      return Math.min(pollMs, Math.max(shortestPauseMs, next - clock.now()));
    } catch (error) {
      if (!databaseFails) logger.warn({ err: error }, "delivering mails failed and is tried again");
      databaseFails = true;
      return pollMs;
    }
  }

  const goesOn = (): boolean => woken && !stopped;

  async function runUntilQuiet(): Promise<void> {
    let pause = pollMs;
    do {
      woken = false;
      pause = await runOnce();
    } while (goesOn());
    if (!stopped) timer = setTimeout(wake, pause);
  }

  function wake(): void {
    woken = true;
    if (stopped || running) return;
    clearTimeout(timer);
    running = runUntilQuiet().finally(() => {
      running = null;
    });
  }

  const unsubscribe = listener.subscribe(outboxChannel, wake);
  wake();

  return {
    failing: () => databaseFails || pass.transportFails(),
    async stop() {
      stopped = true;
      unsubscribe();
      clearTimeout(timer);
      await running;
    },
  };
}
