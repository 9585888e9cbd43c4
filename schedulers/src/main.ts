import { openBlobs } from "@daybook/platform/blobs/open-blobs";
import { createLedger } from "@daybook/platform/commands/ledger";
import { openMailTransport } from "@daybook/platform/mail/open-transport";
import { createOutbox } from "@daybook/platform/mail/outbox";
import type { Platform, Role } from "@daybook/platform/platform";
import { createCredentials } from "@daybook/platform/privacy/credentials";
import { createKeyVault } from "@daybook/platform/privacy/key-vault";
import { createOperations } from "@daybook/platform/processes/operations";
import { createLinks } from "@daybook/platform/privacy/links";
import { createOpenLocks } from "@daybook/platform/privacy/open-locks";
import { createRateLimits } from "@daybook/platform/privacy/rate-limits";
import { createShares } from "@daybook/platform/privacy/shares";
import { createSessions } from "@daybook/platform/privacy/sessions";
import { type Delivery, startDelivery } from "./mail/deliver.ts";
import { startPhotoSweep } from "./photos/sweep.ts";
import { createRender } from "./mail/render.ts";

const every = 10 * 60_000;
const ledgerKeeps = 48 * 3_600_000;
/** Longer than a mail is tried, so that an operator can send one after all that was dead. */
const sharesKeep = 7 * 24 * 3_600_000;
const operationsKeep = 30 * 24 * 3_600_000;

/** Deletes what has served its time: ended sessions, used nonces, counts of tries, mailed links, ended operations, answers kept for repeats. */
async function cleanUp(platform: Platform, masterKey: Buffer): Promise<void> {
  const { clock, pools } = platform;
  const pool = pools.durable;
  await createSessions({ pool, masterKey, clock }).purgeExpired();
  await createCredentials({ pool, clock }).purgeExpired();
  await createRateLimits({ pool, clock, masterKey }).purgeExpired();
  await createLinks({ pool, masterKey, clock }).purgeExpired();
  await createShares({ pool }).purge(new Date(clock.now() - sharesKeep));
  await createOperations({ pool, clock }).purge(new Date(clock.now() - operationsKeep));
  await createOpenLocks({ pool, clock }).purgeIdle();
  await createLedger({ pool }).purge(new Date(clock.now() - ledgerKeeps));
}

function deliverMails(platform: Platform, masterKey: Buffer): Delivery {
  const { config, clock, logger, listener, pools } = platform;
  const pool = pools.durable;
  const render = createRender({
    db: pool,
    vault: createKeyVault({ pool, masterKey }),
    links: createLinks({ pool, masterKey, clock }),
    shares: createShares({ pool }),
    credentials: createCredentials({ pool, clock }),
    masterKey,
    clock,
    publicUrl: config.publicUrl,
    from: config.mailFrom,
  });
  const outbox = createOutbox({ pool, clock });
  return startDelivery({ outbox, render, transport: openMailTransport(platform), clock, logger, listener });
}

/** The schedulers: they send the mails and keep the house clean. Reminders and exports bring the job clock with them. */
export async function startSchedulers(platform: Platform): Promise<Role> {
  const { masterKey, logger } = platform;
  if (!masterKey) throw new Error("the schedulers need the master key");
  let failing = false;
  let running: Promise<void> | null = null;

  async function tryCleanUp(masterKey: Buffer): Promise<void> {
    try {
      await cleanUp(platform, masterKey);
      failing = false;
    } catch (error) {
      failing = true;
      logger.warn({ err: error }, "cleaning up failed and is tried again");
    }
  }

  const run = (): void => {
    running ??= tryCleanUp(masterKey).finally(() => {
      running = null;
    });
  };
  run();
  const timer = setInterval(run, every);
  const delivery = deliverMails(platform, masterKey);
  const photoSweep = startPhotoSweep(platform, await openBlobs(platform));

  return {
    health: async () => ({
      status: failing || delivery.failing() || photoSweep.failing() ? "degraded" : "ok",
    }),
    async stop() {
      clearInterval(timer);
      await Promise.all([running, delivery.stop(), photoSweep.stop()]);
    },
  };
}
