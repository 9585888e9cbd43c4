import type { Application } from "@daybook/application/application";
import { createBackground } from "@daybook/application/background";
import { createApplication } from "@daybook/application/create-application";
import { readRenewalMail } from "@daybook/application/purchases/read-renewal-mail";
import { readReceipt } from "@daybook/application/purchases/view-orders";
import { readLookBack } from "@daybook/application/looking-glass/read-look-back";
import { jobs } from "@daybook/application/jobs/registry";
import { findReminderJournals } from "@daybook/application/reminders/find-reminder-journals";
import { userSlugOf } from "@daybook/application/accounts/user-slug";
import { openBlobs } from "@daybook/platform/blobs/open-blobs";
import { createJobSchedule } from "@daybook/platform/jobs/job-schedule";
import { recordDroppedLookBack } from "@daybook/platform/looking-glass/look-backs";
import type { MailContent } from "@daybook/platform/mail/mail";
import { openMailTransport } from "@daybook/platform/mail/open-transport";
import { createOutbox, type Queryable } from "@daybook/platform/mail/outbox";
import type { Platform, Role } from "@daybook/platform/platform";
import { scheduleStore } from "@daybook/platform/reminders/schedule-store";
import { batched } from "@daybook/platform/postgres/batched";
import { createLeases } from "@daybook/platform/postgres/leases";
import { openSearch } from "@daybook/platform/search/open-search";
import { accountsByIds } from "@daybook/read-models/queries/accounts";
import { type Delivery, startDelivery } from "./mail/deliver.ts";
import { openJobClock } from "./clock/open-clock.ts";
import { createRender } from "./mail/render.ts";
import { runJobs } from "./run-jobs.ts";

/**
 * A reminder or a look-back is recorded as mailed when its mail enters the outbox. This corrects the record when the mail is dropped
 * before it is sent.
 */
async function recordDrop(db: Queryable, content: MailContent, userId: number | null): Promise<void> {
  if (content.template === "reminder") await scheduleStore.recordDroppedMail(db, content.params);
  if (content.template === "look_back" && userId !== null) {
    await recordDroppedLookBack(db, { userId, ...content.params });
  }
}

function deliverMails(platform: Platform, app: Application, masterKey: Buffer): Delivery {
  const { config, clock, logger, listener, pools } = platform;
  const { vault, links, shares, credentials, texts } = app;
  const render = createRender({
    db: pools.durable,
    // Many mails are written at the same time. Each kind of row that they need is read with one statement.
    accountById: batched((ids: readonly number[]) => accountsByIds(pools.durable, ids)),
    vault: {
      ...vault,
      openKey: batched(async (ids: readonly string[]) => {
        const keys = await vault.openKeys(ids);
        return ids.map((id) => keys.get(id) ?? null);
      }),
    },
    links,
    shares,
    credentials,
    readReceipt: (userId, orderId) => readReceipt(app, userId, orderId),
    readRenewalMail: (requested) => readRenewalMail(app, requested),
    readLookBack: (requested) => readLookBack(app, requested),
    masterKey,
    clock,
    journalById: app.journalById,
    journalOfReminder: batched((reminders) => findReminderJournals(app, reminders)),
    userSlugOf: (userId) => userSlugOf(app, userId),
    texts,
    publicUrl: config.publicUrl,
    from: config.mailFrom,
  });
  const outbox = createOutbox({ pool: pools.durable, clock });
  const transport = openMailTransport(platform);
  return startDelivery({ outbox, render, transport, clock, logger, listener, onDrop: recordDrop });
}

/** Starts the schedulers: they send mails and run all jobs. */
export async function startSchedulers(platform: Platform): Promise<Role> {
  const { masterKey, logger, pools } = platform;
  if (!masterKey) throw new Error("the schedulers need the master key");
  const background = createBackground(logger);
  const blobs = await openBlobs(platform);
  const search = await openSearch(platform);
  const app = createApplication(platform, masterKey, {}, background, { blobs, search });
  // With all roles in one process, only one process uses the data folder. So all leases that are held belong to a crashed process.
  const isAlone = platform.config.role === "all";
  if (isAlone) await Promise.all([app.operations.releaseAll(), app.moves.releaseAll()]);
  const schedule = createJobSchedule(pools.relaxed);
  await schedule.register(jobs);
  // All jobs are due now, because some of them finish what a crash interrupted.
  if (isAlone) await schedule.makeDue(jobs.map(({ name }) => name));
  const delivery = deliverMails(platform, app, masterKey);
  const clock = openJobClock(platform, schedule);
  const runningJobs = runJobs({ app, jobs, clock, schedule, leases: createLeases(pools.relaxed) });
  const isFailing = async (): Promise<boolean> => delivery.isFailing() || (await runningJobs.isFailing());

  return {
    // When the database does not answer, no job can run.
    health: async () => ({ status: (await isFailing().catch(() => true)) ? "degraded" : "ok" }),
    async stop() {
      await Promise.all([runningJobs.stop(), delivery.stop()]);
      await background.stop();
      app.waiter.close();
    },
  };
}
