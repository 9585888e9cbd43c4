import { Router } from "@koa/router";
import type { Reply } from "@daybook/domain/contract/contract";
import Koa from "koa";
import type { ApiDeps } from "./deps.ts";
import type { Acts } from "./http/acts.ts";
import { refuse } from "./http/api-error.ts";
import { errorHandler } from "./http/error-handler.ts";
import { headers } from "./http/headers.ts";
import { createMount, type MountDeps } from "./http/mount.ts";
import { staticFiles } from "./http/static-files.ts";
import { mountAccounts } from "./routes/accounts.ts";
import { mountEntryReads } from "./routes/entry-reads.ts";
import { mountEntryTrash } from "./routes/entry-trash.ts";
import { mountEntryWrites } from "./routes/entry-writes.ts";
import { mountJournals } from "./routes/journals.ts";

/** What the HTTP server is made of. */
export type AppDeps = {
  readonly routes: ApiDeps;
  readonly acts: Acts;
  readonly authenticate: MountDeps["authenticate"];
  readonly health: () => Promise<Reply<"health">>;
  /** The folder of the built client. */
  readonly clientFolder: string;
  /** True behind a proxy that sets `X-Forwarded-*`. */
  readonly trustProxy: boolean;
  readonly checkReplies: boolean;
};

/** Builds the Koa application; also tells which calls it serves, for the test that compares them with the contract. */
export function createApp(deps: AppDeps) {
  const app = new Koa({ proxy: deps.trustProxy });
  const router = new Router();
  const { mount, mounted } = createMount({
    router,
    authenticate: deps.authenticate,
    acts: deps.acts,
    checkReplies: deps.checkReplies,
  });

  mount("health", async () => {
    const body = await deps.health();
    return { status: body.status === "down" ? 503 : 200, body };
  });
  mountAccounts(mount, deps.routes);
  mountJournals(mount, deps.routes);
  // Fixed paths ("entries/delete") before those with a parameter in their place ("entries/:entryId").
  mountEntryTrash(mount, deps.routes);
  mountEntryReads(mount, deps.routes);
  mountEntryWrites(mount, deps.routes);

  app.use(headers());
  app.use(errorHandler(deps.routes.logger));
  app.use(router.routes());
  app.use(staticFiles(deps.clientFolder));
  app.use(() => refuse("not_found", "There is nothing here."));
  app.on("error", () => {});
  return { app, mounted };
}
