import { setTimeout as sleep } from "node:timers/promises";
import { createIdSource } from "@daybook/domain/kernel/ids";
import { type Analytics, noAnalytics } from "@daybook/platform/analytics/analytics";
import { createHttpSink } from "@daybook/platform/analytics/http-sink";
import type { BotCheck } from "@daybook/platform/bot-check/bot-check";
import { noBotCheck } from "@daybook/platform/bot-check/off";
import { createTurnstile } from "@daybook/platform/bot-check/turnstile";
import { createCommandHandler } from "@daybook/platform/commands/handle-command";
import { forgetCommandsOf } from "@daybook/platform/commands/ledger";
import type { Config } from "@daybook/platform/config";
import type { Logger } from "@daybook/platform/logger";
import type { SearchIndex } from "@daybook/platform/search/search-index";
import type { Blobs } from "@daybook/platform/blobs/blobs";
import { createImages } from "@daybook/platform/images/images";
import { createPhotoStore } from "@daybook/platform/photos/photo-store";
import { createCapabilities } from "@daybook/platform/identity/capabilities";
import { enqueueMany } from "@daybook/platform/mail/enqueue-many";
import { openMailTransport } from "@daybook/platform/mail/open-transport";
import { createOutbox } from "@daybook/platform/mail/outbox";
import { sealRecipient } from "@daybook/platform/mail/recipient";
import type { Platform } from "@daybook/platform/platform";
import { createFileRewriter } from "@daybook/platform/postgres/rewrite-files";
import { batched } from "@daybook/platform/postgres/batched";
import { createCredentials } from "@daybook/platform/identity/credentials";
import { deriveKey } from "@daybook/platform/vault/derive-key";
import { createKeyVault } from "@daybook/platform/vault/key-vault";
import { createLinks } from "@daybook/platform/identity/links";
import { createLookBacks } from "@daybook/platform/looking-glass/look-backs";
import { createLocks, locksChannel } from "@daybook/platform/locks/locks";
import { createPasswords, type PasswordCost } from "@daybook/platform/identity/passwords";
import { openPayments } from "@daybook/platform/payments/open-payments";
import { createPaymentMethods } from "@daybook/platform/payments/payment-methods";
import { createOrders } from "@daybook/platform/payments/orders";
import { createRefunds } from "@daybook/platform/payments/refunds";
import { createRenewals } from "@daybook/platform/payments/renewals";
import { createPromotions } from "@daybook/platform/payments/promotions";
import { createMoves } from "@daybook/platform/processes/moves";
import { createOperations } from "@daybook/platform/processes/operations";
import { createRateLimits } from "@daybook/platform/rate-limits/rate-limits";
import { keyedHash } from "@daybook/platform/vault/seal";
import { createSessions } from "@daybook/platform/identity/sessions";
import { createShares } from "@daybook/platform/sharing/shares";
import { createTagNames } from "@daybook/platform/tags/tag-names";
import { createPositionWaiter } from "@daybook/platform/subscriptions/wait-for-position";
import { readModels } from "@daybook/read-models/tables";
import { readCheckpoints } from "@daybook/read-models/queries/checkpoints";
import { journalsByIds } from "@daybook/read-models/queries/journals";
import { refusalDelayMs } from "./access/limits.ts";
import type { Application } from "./application.ts";
import type { Background } from "./background.ts";
import { createPromptPicker } from "./entries/prompt-picker.ts";
import { createWordBagCache } from "./entries/word-bag-cache.ts";
import { createTextWork } from "./texts/text-work.ts";

/** Cloudflare Turnstile when it is configured. Otherwise every form passes, and the logger reports that the check is off. */
function openBotCheck({ turnstile }: Config, logger: Logger): BotCheck {
  if (!turnstile) {
    logger.info("the bot check is off");
    return noBotCheck;
  }
  const onUnavailable = (reason: string): void => logger.warn({ reason }, "the bot check gave no answer");
  return createTurnstile({ ...turnstile, fetch, onUnavailable });
}

/** The configured analytics collector, or none. */
function openAnalytics({ analytics }: Config, logger: Logger): Analytics {
  if (!analytics) return noAnalytics;
  const onLost = (reason: string): void => logger.debug({ reason }, "an event was not counted");
  return createHttpSink({ ...analytics, fetch, onLost });
}

/** Builds what use cases depend on, from the platform. */
export function createApplication(
  platform: Platform,
  masterKey: Buffer,
  options: { readonly passwordCost?: PasswordCost },
  background: Background,
  { blobs, search }: { readonly blobs: Blobs; readonly search: SearchIndex },
): Application {
  const { clock, random, logger, pools, store, listener, dataFolder, config } = platform;
  const pool = pools.durable;
  const outbox = createOutbox({ pool, clock });
  const transport = openMailTransport({ config, dataFolder });
  const { passwordCost } = options;
  const pepper = deriveKey(masterKey, "daybook password pepper 1");
  const passwords = createPasswords({ pepper, ...(passwordCost && { cost: passwordCost }) });
  const vault = createKeyVault({ pool, masterKey, clock });
  const wordBags = createWordBagCache();
  // Some process has set a lock. This process drops the keys and words from its caches, because the lock may protect them.
  listener.subscribe(locksChannel, (keyId) => {
    vault.forgetKeys(keyId);
    wordBags.clear(clock.now());
  });
  const payments = openPayments({ config, pool, logger });
  const waiter = createPositionWaiter({ listener, pool, readCheckpoints });
  const newId = createIdSource(clock, random);
  return {
    clock,
    newId,
    logger,
    pool,
    journalById: batched((ids: readonly number[]) =>
      journalsByIds(pool, ids, new Date(clock.now()).toISOString()),
    ),
    commands: createCommandHandler({ store }),
    readLog: (options) => store.readAll(options),
    vault,
    credentials: createCredentials({ pool, clock }),
    passwords,
    locks: createLocks({ pool, vault, clock, passwords, ...(passwordCost && { cost: passwordCost }) }),
    sessions: createSessions({ pool, masterKey, clock }),
    links: createLinks({ pool, masterKey, clock }),
    tagNames: createTagNames({ pool }),
    shares: createShares({ pool }),
    lookBacks: createLookBacks({ pool, clock, outbox }),
    rateLimits: createRateLimits({ pool, clock, masterKey }),
    delayRefusal: () => sleep(refusalDelayMs),
    botCheck: openBotCheck(config, logger),
    payments,
    paymentMethods: createPaymentMethods({ pool, clock, payments }),
    orders: createOrders({ pool, clock }),
    refunds: createRefunds({ pool, clock }),
    renewals: createRenewals({ pool, clock }),
    promotions: createPromotions({ pool }),
    analytics: openAnalytics(config, logger),
    supportEmail: config.supportEmail,
    onboarding: config.onboarding,
    mail: ({ recipient, dedupeKey, ...mail }, { commandId, correlationId }) =>
      outbox.enqueue(
        {
          ...mail,
          cause: { commandId, ...(correlationId !== undefined && { correlationId }) },
          recipient: null,
          dedupeKey: dedupeKey ?? `${mail.template} ${mail.id}`,
        },
        pool,
        (id) => (recipient === undefined ? null : sealRecipient(masterKey, id, recipient)),
      ),
    mailAll: (mails, db) => enqueueMany(db, mails, { newId, now: clock.now() }),
    forgetMailsOf: async (userId) => transport.remove(await outbox.removeOfAccount(userId)),
    forgetReminderMailsOf: async (userId, journalId, reminderIds) =>
      transport.remove(await outbox.removeReminderMailsOf(userId, journalId, reminderIds)),
    findFiledMailsWithEntries: outbox.findFiledMailsWithEntries,
    removeMailFiles: async (ids) => {
      await transport.remove(ids);
      await outbox.forgetEntries(ids);
    },
    forgetCommandsOf: (userId) => forgetCommandsOf(pool, userId),
    images: createImages(),
    blobs,
    photos: createPhotoStore({ pool, blobs, clock }),
    photoQuota: config.photoQuota,
    search,
    files: createFileRewriter({ pool, logger }),
    capabilities: createCapabilities(masterKey),
    inBackground: background.run,
    operations: createOperations({ pool, clock }),
    moves: createMoves({ pool, clock }),
    waiter,
    async waitUntilCaughtUp() {
      const headPosition = await store.head();
      if (headPosition !== null) await waiter.waitFor(Object.keys(readModels), headPosition, 3_000);
    },
    texts: createTextWork(platform.threads),
    wordBags,
    pickPrompt: createPromptPicker(random),
    keyedHash: (purpose, value) => keyedHash(masterKey, purpose, value),
  };
}
