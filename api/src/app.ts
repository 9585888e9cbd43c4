import { Router } from "@koa/router";
import type { Reply } from "@daybook/domain/contract/contract";
import Koa from "koa";
import type { Application } from "@daybook/application/application";
import type { Idempotency } from "./http/idempotency.ts";
import { refuse } from "./http/api-error.ts";
import type { BodyBudget } from "./http/body-budget.ts";
import { discardUnread } from "./http/discard-unread.ts";
import { errorHandler } from "./http/error-handler.ts";
import { headers } from "./http/headers.ts";
import { createMount, type MountDeps } from "./http/mount.ts";
import { type PageSettings, staticFiles } from "./http/static-files.ts";
import type { ClientApplication } from "./presenters/session.ts";
import { mountBilling } from "./routes/account/billing.ts";
import { mountDeletion } from "./routes/account/deletion.ts";
import { mountProfile } from "./routes/account/profile.ts";
import { mountSessions } from "./routes/account/sessions.ts";
import { mountSettings } from "./routes/account/settings.ts";
import { mountLogIn } from "./routes/account/log-in.ts";
import { mountDowngrades } from "./routes/account/downgrades.ts";
import { mountPurchases } from "./routes/account/purchases.ts";
import { mountSignUp } from "./routes/account/sign-up.ts";
import { mountClient } from "./routes/client.ts";
import { mountEntryBulk } from "./routes/entry-bulk.ts";
import { mountEntryReads } from "./routes/entry-reads.ts";
import { mountEntryWrites } from "./routes/entry-writes.ts";
import { mountLookingGlass } from "./routes/looking-glass.ts";
import { mountJournalLook } from "./routes/journal-look.ts";
import { mountJournalReads } from "./routes/journal-reads.ts";
import { mountJournals } from "./routes/journals.ts";
import { mountPhotos } from "./routes/photos/photos.ts";
import { mountEmailShare } from "./routes/sharing/email-share.ts";
import { mountPublicLinks } from "./routes/sharing/public-links.ts";
import { mountOneClicks } from "./routes/one-click.ts";
import { mountReminders } from "./routes/reminders.ts";
import { mountSearch } from "./routes/search.ts";
import { mountTags } from "./routes/tags.ts";
import { mountEntryLocks } from "./routes/locks/entry-locks.ts";
import { mountJournalLocks } from "./routes/locks/journal-locks.ts";

/** The dependencies of the HTTP server. */
export type AppDeps = {
  readonly application: Application;
  readonly idempotency: Idempotency;
  readonly authenticate: MountDeps["authenticate"];
  readonly bodies: BodyBudget;
  readonly client: ClientApplication;
  readonly originOf: MountDeps["originOf"];
  /** Called when a write failed because a disk is full. */
  readonly onFullDisk: () => void;
  readonly health: () => Promise<Reply<"health">>;
  /** The folder with the built client. */
  readonly clientFolder: string;
  readonly page: PageSettings;
  /** The number of proxies in front of the server that set `X-Forwarded-*`. */
  readonly proxies: number;
  /** True when browsers use https. */
  readonly usesHttps: boolean;
  /** Checks successful replies against the contract before they are sent. Only tests turn it on. */
  readonly checkReplies: boolean;
};

/** Builds the Koa application. Also returns its calls, for the test that compares them with the contract. */
export function createApp(deps: AppDeps) {
  // Only the addresses from our own proxies can be trusted; a client can forge the rest of `X-Forwarded-For`.
  const app = new Koa({ proxy: deps.proxies > 0, maxIpsCount: deps.proxies });
  const router = new Router();
  const { mount, mounted: mountedCalls } = createMount({
    router,
    authenticate: deps.authenticate,
    bodies: deps.bodies,
    idempotency: deps.idempotency,
    originOf: deps.originOf,
    // In the background, so that a failure does not fail the request.
    renewLocks: (lockAccess) =>
      deps.application.inBackground("renewing locks", () => deps.application.locks.renew(lockAccess)),
    checkReplies: deps.checkReplies,
  });

  mount("health", async () => ({ status: 200, body: await deps.health() }));
  mountClient(mount, deps.application);
  mountSignUp(mount, deps.application, deps.client);
  mountLogIn(mount, deps.application, deps.client);
  mountProfile(mount, deps.application);
  mountSessions(mount, deps.application);
  mountSettings(mount, deps.application);
  mountBilling(mount, deps.application);
  mountPurchases(mount, deps.application, deps.client, deps.idempotency);
  mountDowngrades(mount, deps.application);
  mountDeletion(mount, deps.application);
  // Fixed paths ("journals/on_this_day", "entries/delete") must come before paths that have a parameter in the same place.
  mountJournalReads(mount, deps.application);
  mountJournals(mount, deps.application);
  mountJournalLook(mount, deps.application);
  mountJournalLocks(mount, deps.application);
  mountEntryLocks(mount, deps.application);
  mountLookingGlass(mount, deps.application);
  mountEntryBulk(mount, deps.application);
  mountEntryReads(mount, deps.application);
  mountEntryWrites(mount, deps.application);
  mountPhotos(mount, deps.application);
  mountTags(mount, deps.application);
  mountSearch(mount, deps.application);
  mountReminders(mount, deps.application);
  mountOneClicks({ router, idempotency: deps.idempotency }, deps.application);
  mountPublicLinks(mount, deps.application);
  mountEmailShare(mount, deps.application);

  const { botCheck, payments } = deps.application;
  const cardFields = payments.tokenizationKey === null ? null : payments.isTest ? "sandbox" : "production";
  app.use(headers({ hasBotCheck: botCheck.siteKey !== null, cardFields, usesHttps: deps.usesHttps }));
  app.use(discardUnread());
  app.use(errorHandler(deps.application.logger, deps.onFullDisk));
  app.use(router.routes());
  app.use(staticFiles(deps.clientFolder, deps.page));
  app.use(() => refuse("not_found", "There is nothing here."));
  // Without a listener, Koa prints errors with their messages, which may quote private text.
  app.on("error", () => {});
  return { app, mounted: mountedCalls };
}
