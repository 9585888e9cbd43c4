import { Router } from "@koa/router";
import type { Reply } from "@daybook/domain/contract/contract";
import Koa from "koa";
import type { Application } from "@daybook/application/application";
import type { Idempotency } from "./http/idempotency.ts";
import { refuse } from "./http/api-error.ts";
import { errorHandler } from "./http/error-handler.ts";
import { headers } from "./http/headers.ts";
import { createMount, type MountDeps } from "./http/mount.ts";
import { staticFiles } from "./http/static-files.ts";
import type { ClientApplication } from "./presenters/session.ts";
import { mountBilling } from "./routes/account/billing.ts";
import { mountDeletion } from "./routes/account/deletion.ts";
import { mountProfile } from "./routes/account/profile.ts";
import { mountSessions } from "./routes/account/sessions.ts";
import { mountSettings } from "./routes/account/settings.ts";
import { mountSignIn } from "./routes/account/sign-in.ts";
import { mountSignUp } from "./routes/account/sign-up.ts";
import { mountClient } from "./routes/client.ts";
import { mountEntryBulk } from "./routes/entry-bulk.ts";
import { mountEntryReads } from "./routes/entry-reads.ts";
import { mountEntryWrites } from "./routes/entry-writes.ts";
import { mountJournalLook } from "./routes/journal-look.ts";
import { mountJournalReads } from "./routes/journal-reads.ts";
import { mountJournals } from "./routes/journals.ts";
import { mountPhotos } from "./routes/photos/photos.ts";
import { mountEmailShare } from "./routes/sharing/email-share.ts";
import { mountPublicLinks } from "./routes/sharing/public-links.ts";
import { mountSearch } from "./routes/search.ts";
import { mountTags } from "./routes/tags.ts";
import { mountEntryLocks } from "./routes/locks/entry-locks.ts";
import { mountJournalLocks } from "./routes/locks/journal-locks.ts";

/** What the HTTP server is made of. */
export type AppDeps = {
  readonly routes: Application;
  readonly idempotency: Idempotency;
  readonly authenticate: MountDeps["authenticate"];
  readonly client: ClientApplication;
  readonly originOf: MountDeps["originOf"];
  readonly health: () => Promise<Reply<"health">>;
  /** The folder of the built client. */
  readonly clientFolder: string;
  /** How many proxies stand before it that set `X-Forwarded-*`. */
  readonly proxies: number;
  /** True when browsers reach it by https. */
  readonly publicTls: boolean;
  readonly checkReplies: boolean;
};

/** Builds the Koa application; also tells which calls it serves, for the test that compares them with the contract. */
export function createApp(deps: AppDeps) {
  // Only what our own proxies say is true: whoever asks may have written the rest of `X-Forwarded-For`.
  const app = new Koa({ proxy: deps.proxies > 0, maxIpsCount: deps.proxies });
  const router = new Router();
  const { mount, mounted } = createMount({
    router,
    authenticate: deps.authenticate,
    idempotency: deps.idempotency,
    originOf: deps.originOf,
    // Nobody waits for it, and it fails no request.
    used: (lockAccess) => deps.routes.inBackground("using a lock", () => deps.routes.locks.renew(lockAccess)),
    checkReplies: deps.checkReplies,
  });

  mount("health", async () => {
    const body = await deps.health();
    return { status: body.status === "down" ? 503 : 200, body };
  });
  mountClient(mount, deps.routes);
  mountSignUp(mount, deps.routes, deps.client);
  mountSignIn(mount, deps.routes, deps.client);
  mountProfile(mount, deps.routes);
  mountSessions(mount, deps.routes);
  mountSettings(mount, deps.routes);
  mountBilling(mount, deps.routes);
  mountDeletion(mount, deps.routes);
  // Fixed paths ("journals/on_this_day", "entries/delete") before those with a parameter in their place.
  mountJournalReads(mount, deps.routes);
  mountJournals(mount, deps.routes);
  mountJournalLook(mount, deps.routes);
  mountJournalLocks(mount, deps.routes);
  mountEntryLocks(mount, deps.routes);
  mountEntryBulk(mount, deps.routes);
  mountEntryReads(mount, deps.routes);
  mountEntryWrites(mount, deps.routes);
  mountPhotos(mount, deps.routes);
  mountTags(mount, deps.routes);
  mountSearch(mount, deps.routes);
  mountPublicLinks(mount, deps.routes);
  mountEmailShare(mount, deps.routes);

  app.use(headers({ botCheckOn: deps.routes.botCheck.siteKey !== null, publicTls: deps.publicTls }));
  app.use(errorHandler(deps.routes.logger));
  app.use(router.routes());
  app.use(staticFiles(deps.clientFolder));
  app.use(() => refuse("not_found", "There is nothing here."));
  app.on("error", () => {});
  return { app, mounted };
}
