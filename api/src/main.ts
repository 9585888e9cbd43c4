import type { Server } from "node:http";
import { join } from "node:path";
import type { Blobs } from "@daybook/platform/blobs/blobs";
import { openBlobs } from "@daybook/platform/blobs/open-blobs";
import { openSearch } from "@daybook/platform/search/open-search";
import type { SearchIndex } from "@daybook/platform/search/search-index";
import { createLedger } from "@daybook/platform/commands/ledger";
import { type Disks, watchDisks } from "@daybook/platform/embedded/disk-space";
import { createJobSchedule } from "@daybook/platform/jobs/job-schedule";
import { databaseFolderOf } from "@daybook/platform/embedded/postgres-home";
import type { Platform, Role } from "@daybook/platform/platform";
import type { PasswordCost } from "@daybook/platform/identity/passwords";
import { keyedHash } from "@daybook/platform/vault/seal";
import { createApp } from "./app.ts";
import { type HealthCheck, healthOf } from "./health.ts";
import { limits, limitTries } from "@daybook/application/access/limits";
import { createApplication } from "@daybook/application/create-application";
import { createBodyBudget } from "./http/body-budget.ts";
import { createHttpServer } from "./http/http-server.ts";
import { createIdempotency } from "./http/idempotency.ts";
import { createAuthenticate, originOf } from "./http/authenticate.ts";
import { createBackground } from "@daybook/application/background";

/** Options for tests: check replies against the contract, and hash passwords quickly. */
export type ApiOptions = { readonly checkReplies?: boolean; readonly passwordCost?: PasswordCost };

const drainTimeoutMs = 2_500;
/** Shorter than the time that clients wait for a reply. */
const longestWaitForFirstRunMs = 10_000;
/** The job clock looks for due jobs every five seconds. After six times that without a look, its health is `degraded`. */
const longestWithoutLookMs = 30_000;

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

/** Closes the server when its requests have ended. Closes connections that do not end in time. */
async function close(server: Server): Promise<void> {
  const serverClosed = new Promise((resolve) => server.close(resolve));
  server.closeIdleConnections();
  const forceClose = setTimeout(() => server.closeAllConnections(), drainTimeoutMs);
  await serverClosed;
  clearTimeout(forceClose);
}

/** The health checks of what the API depends on. */
function dependencyChecks(
  { databaseWatch, pools }: Platform,
  { blobs, search }: { readonly blobs: Blobs; readonly search: SearchIndex },
  disks: Disks,
): ReadonlyMap<string, HealthCheck> {
  const schedule = createJobSchedule(pools.durable);
  return new Map<string, HealthCheck>([
    ["database", async () => ((await databaseWatch.check()) === "ok" ? "ok" : "down")],
    ["search", () => search.check().then(() => "ok" as const)],
    ["photos", () => blobs.check().then(() => "ok" as const)],
    [
      "job-clock",
      async () => ((await schedule.msSinceLastLook()) > longestWithoutLookMs ? "degraded" : "ok"),
    ],
    ["disk", async () => ((await disks.isFull()) ? "down" : "ok")],
  ]);
}

/** Starts the API over HTTP. It also serves the built client. */
export async function startApi(platform: Platform, options: ApiOptions = {}): Promise<Role> {
  const { config, dataFolder, masterKey, pools } = platform;
  if (!masterKey) throw new Error("the api needs the master key");
  const background = createBackground(platform.logger);
  const blobs = await openBlobs(platform);
  const search = await openSearch(platform);
  const application = createApplication(platform, masterKey, options, background, { blobs, search });
  // When the event store is in PostgreSQL, a durable append also makes all earlier ledger rows durable. An append to KurrentDB does not, so
  // the ledger rows need durable commits of their own.
  const ledgerPool = config.eventStoreUrl === undefined ? pools.relaxed : pools.durable;
  const idempotency = createIdempotency({
    ledger: createLedger({ pool: ledgerPool, processId: platform.processId }),
    clock: platform.clock,
    newId: application.newId,
    logger: platform.logger,
    fingerprint: (text) => keyedHash(masterKey, "ledger fingerprint", text),
    // Visitors have user id 0.
    limitRepeats: ({ userId, key }) =>
      limitTries(
        application,
        limits.repeatedRequestWithPassword,
        userId === 0 ? `visitor ${key}` : `user ${userId}`,
      ),
    longestWaitMs: longestWaitForFirstRunMs,
  });
  const client = {
    key: "daybook-web",
    secret: keyedHash(masterKey, "client application", "daybook-web"),
  };
  // With a configured database server, the embedded database is not used, so its disk is not watched. The data folder may still
  // name the folder of an embedded database that was used earlier.
  const databaseFolders =
    config.databaseUrl === undefined ? [await databaseFolderOf(dataFolder.postgres)] : [];
  const disks = watchDisks([dataFolder.path, ...databaseFolders], platform);
  const { app } = createApp({
    application,
    client,
    idempotency,
    authenticate: createAuthenticate({
      sessions: application.sessions,
      locks: application.locks,
      client,
      signingOrigin: config.signingOrigin,
      allowSha1ForAllCalls: config.allowsSha1ForAllCalls,
      clock: platform.clock,
    }),
    bodies: createBodyBudget(),
    originOf: (ctx) => originOf(ctx, config.signingOrigin),
    onFullDisk: disks.noteFull,
    health: () => healthOf(platform.roles, dependencyChecks(platform, { blobs, search }, disks)),
    clientFolder: join(process.cwd(), "client", "dist"),
    page: { mobileScreens: config.mobileScreens },
    proxies: config.proxies,
    usesHttps: config.publicUrl.startsWith("https:"),
    checkReplies: options.checkReplies ?? false,
  });
  const handle = app.callback();
  const server = createHttpServer((request, response) => void handle(request, response));
  await listen(server, config.host, config.port);

  return {
    async health() {
      await pools.durable.query("SELECT 1");
      return { status: "ok" };
    },
    async stop() {
      idempotency.stopWaiting();
      await close(server);
      await idempotency.settled();
      await background.stop();
      application.waiter.close();
    },
  };
}
