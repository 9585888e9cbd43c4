import type { Application } from "@daybook/application/application";
import { createBackground } from "@daybook/application/background";
import { createApplication } from "@daybook/application/create-application";
import { jobs } from "@daybook/application/jobs/registry";
import { openBlobs } from "@daybook/platform/blobs/open-blobs";
import { openMailTransport } from "@daybook/platform/mail/open-transport";
import { createOutbox } from "@daybook/platform/mail/outbox";
import type { Platform, Role } from "@daybook/platform/platform";
import { createLeases } from "@daybook/platform/postgres/leases";
import { openSearch } from "@daybook/platform/search/open-search";
import { type Delivery, startDelivery } from "./mail/deliver.ts";
import { createRender } from "./mail/render.ts";
import { runJobs } from "./run-jobs.ts";
import { createTimerClock } from "./timer-clock.ts";

function deliverMails(platform: Platform, app: Application, masterKey: Buffer): Delivery {
  const { config, clock, logger, listener, pools } = platform;
  const { vault, links, shares, credentials } = app;
  const render = createRender({
    db: pools.durable,
    vault,
    links,
    shares,
    credentials,
    masterKey,
    clock,
    publicUrl: config.publicUrl,
    from: config.mailFrom,
  });
  const outbox = createOutbox({ pool: pools.durable, clock });
  return startDelivery({ outbox, render, transport: openMailTransport(platform), clock, logger, listener });
}

/** Starts the schedulers: they send mails and run all jobs. */
export async function startSchedulers(platform: Platform): Promise<Role> {
  const { masterKey, logger, pools } = platform;
  if (!masterKey) throw new Error("the schedulers need the master key");
  const background = createBackground(logger);
  const servers = { blobs: await openBlobs(platform), search: await openSearch(platform) };
  const app = createApplication(platform, masterKey, {}, background, servers);
  // With all roles in one process, only one process uses the data folder. So held leases belong to a crashed process.
  if (platform.config.role === "all") await app.operations.releaseAll();
  const delivery = deliverMails(platform, app, masterKey);
  const running = runJobs({ app, jobs, clock: createTimerClock(), leases: createLeases(pools.relaxed) });

  return {
    health: async () => ({ status: running.failing() || delivery.failing() ? "degraded" : "ok" }),
    async stop() {
      await Promise.all([running.stop(), delivery.stop()]);
      await background.settled();
      app.waiter.close();
    },
  };
}
