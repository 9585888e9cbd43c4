import { createServer, type Server } from "node:http";
import { join } from "node:path";
import { streamOf } from "@daybook/domain/kernel/ids";
import { entryDecider } from "@daybook/domain/entry/decider";
import { product } from "@daybook/domain/contract/bounds";
import type { Reply } from "@daybook/domain/contract/contract";
import { openBlobs } from "@daybook/platform/blobs/open-blobs";
import { openSearch } from "@daybook/platform/search/open-search";
import { createLedger } from "@daybook/platform/commands/ledger";
import type { Platform, Role, RoleHealth } from "@daybook/platform/platform";
import type { PasswordCost } from "@daybook/platform/privacy/passwords";
import { keyedHash } from "@daybook/platform/privacy/seal";
import { createApp } from "./app.ts";
import { buildDeps } from "./build-deps.ts";
import type { ApiDeps } from "./deps.ts";
import { createActs } from "./http/acts.ts";
import { createAuthenticate, originOf } from "./http/authenticate.ts";
import { createBackground } from "./http/background.ts";
import { resumeAccountErasures } from "./processes/erase-account.ts";
import { isErasedInLog, purgeTrashedJournals, resumeJournalErasures } from "./processes/erase-journal.ts";
import { resumeShares } from "./processes/send-share.ts";
import { resumeTags } from "./processes/settle-tags.ts";
import { keepPurgingEntries } from "./processes/purge-entries.ts";
import { keepResuming } from "./processes/run-operation.ts";
import { loadAccount } from "./routes/account/change-account.ts";

/** What tests change: replies checked against the contract, and passwords hashed quickly. */
export type ApiOptions = { readonly checkReplies?: boolean; readonly passwordCost?: PasswordCost };

const drainFor = 2_500;
const purgeEvery = 10 * 60_000;

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

/** Ends what is under way, then closes; a connection that does not end is cut. */
async function close(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeIdleConnections();
  const cut = setTimeout(() => server.closeAllConnections(), drainFor);
  await closed;
  clearTimeout(cut);
}

/** Finishes erasures that a crash cut off between the event and the deletion of the key. */
async function finishErasures(deps: ApiDeps): Promise<void> {
  const { vault, commands, credentials, logger } = deps;
  const finished = await vault.finishErasures(async (id) => {
    const number = Number(id.slice(id.indexOf("-") + 1));
    if (id === streamOf.entry(number)) {
      return (await commands.load(entryDecider, id)).state.status === "erased";
    }
    if (id === streamOf.journal(number)) return isErasedInLog(deps, number);
    if (id !== streamOf.account(number)) return false;
    if ((await loadAccount(deps, number)).status !== "erased") return false;
    await credentials.remove(number);
    return true;
  });
  if (finished.length > 0) logger.info({ count: finished.length }, "finished erasures that were cut off");
  await resumeAccountErasures(deps);
  await resumeJournalErasures(deps);
}

/** Empties the trash of what lay there for long enough, now and every ten minutes. Answers how to stop that. */
function keepPurging(deps: ApiDeps): () => void {
  const purge = (): void =>
    deps.inBackground("purging the trash", async () => {
      const count = await purgeTrashedJournals(deps, deps.clock.now());
      if (count > 0) deps.logger.info({ count }, "purged journals that were long in the trash");
      await resumeAccountErasures(deps);
      await resumeJournalErasures(deps);
    });
  purge();
  const timer = setInterval(purge, purgeEvery);
  return () => clearInterval(timer);
}

const worst = (healths: readonly RoleHealth[]): RoleHealth["status"] =>
  healths.some(({ status }) => status !== "ok") ? "degraded" : "ok";

/** Asks every role of this process; a role that cannot say how it is, is down. */
async function healthOf(platform: Platform): Promise<Reply<"health">> {
  const roles: Record<string, { status: RoleHealth["status"] }> = {};
  for (const [name, role] of platform.roles) {
    const health = await role.health().catch((): RoleHealth => ({ status: "down" }));
    roles[name] = { status: health.status };
  }
  return { status: worst(Object.values(roles)), version: product.version, roles };
}

/** Starts the API: HTTP, and the built client beside it. */
export async function startApi(platform: Platform, options: ApiOptions = {}): Promise<Role> {
  const { config, masterKey, pools } = platform;
  if (!masterKey) throw new Error("the api needs the master key");
  const background = createBackground(platform.logger);
  const servers = { blobs: await openBlobs(platform), search: await openSearch(platform) };
  const routes = buildDeps(platform, masterKey, options, background, servers);
  await finishErasures(routes);
  await resumeTags(routes, null);
  await resumeShares(routes);
  // The log of a KurrentDB is on another disk, so there the ledger cannot lean on it.
  const ledgerPool = config.eventStoreUrl === undefined ? pools.relaxed : pools.durable;
  const acts = createActs({
    ledger: createLedger({ pool: ledgerPool }),
    vault: routes.vault,
    clock: platform.clock,
    newId: routes.newId,
    logger: platform.logger,
    fingerprint: (text) => keyedHash(masterKey, "ledger fingerprint", text),
  });
  const { app } = createApp({
    routes,
    acts,
    authenticate: createAuthenticate({
      sessions: routes.sessions,
      locks: routes.locks,
      client: routes.client,
      publicUrl: config.signingOrigin,
      clock: platform.clock,
    }),
    originOf: (ctx) => originOf(ctx, config.signingOrigin),
    health: () => healthOf(platform),
    clientFolder: join(process.cwd(), "client", "dist"),
    proxies: config.proxies,
    publicTls: config.publicUrl.startsWith("https:"),
    checkReplies: options.checkReplies ?? false,
  });
  const handle = app.callback();
  const server = createServer((request, response) => void handle(request, response));
  server.keepAliveTimeout = 65_000;
  await listen(server, config.host, config.port);
  const stopPurging = keepPurging(routes);
  const stopResuming = keepResuming(routes);
  const stopPurgingEntries = keepPurgingEntries(routes);

  return {
    async health() {
      await pools.durable.query("SELECT 1");
      return { status: "ok" };
    },
    async stop() {
      stopPurging();
      stopResuming();
      stopPurgingEntries();
      await close(server);
      await acts.settled();
      await background.settled();
      routes.waiter.close();
    },
  };
}
