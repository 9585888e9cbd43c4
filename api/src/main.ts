import { createServer, type Server } from "node:http";
import { join } from "node:path";
import { createIdSource } from "@daybook/domain/kernel/ids";
import { entryDecider } from "@daybook/domain/entry/decider";
import { product } from "@daybook/domain/contract/bounds";
import type { Reply } from "@daybook/domain/contract/contract";
import { createCommandHandler } from "@daybook/platform/commands/handle-command";
import { createLedger } from "@daybook/platform/commands/ledger";
import type { Platform, Role, RoleHealth } from "@daybook/platform/platform";
import { createCredentials } from "@daybook/platform/privacy/credentials";
import { createKeyVault } from "@daybook/platform/privacy/key-vault";
import { createPasswords, type PasswordCost } from "@daybook/platform/privacy/passwords";
import { keyedHash } from "@daybook/platform/privacy/seal";
import { batched } from "@daybook/platform/postgres/batched";
import { createSessions } from "@daybook/platform/privacy/sessions";
import { createPositionWaiter } from "@daybook/platform/subscriptions/wait-for-position";
import { journalsById } from "@daybook/read-models/queries/journals";
import { readCheckpoints } from "@daybook/read-models/queries/checkpoints";
import { createApp } from "./app.ts";
import type { ApiDeps } from "./deps.ts";
import { createActs } from "./http/acts.ts";
import { createAuthenticate } from "./http/authenticate.ts";
import { createWordMemory } from "./routes/word-memory.ts";

/** What tests change: replies checked against the contract, and passwords hashed quickly. */
export type ApiOptions = { readonly checkReplies?: boolean; readonly passwordCost?: PasswordCost };

const drainFor = 2_500;

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

function buildDeps(platform: Platform, masterKey: Buffer, options: ApiOptions): ApiDeps {
  const { clock, random, logger, pools, store, listener } = platform;
  return {
    clock,
    newId: createIdSource(clock, random),
    logger,
    pool: pools.durable,
    journalById: batched((ids: readonly number[]) => journalsById(pools.durable, ids)),
    commands: createCommandHandler({ store }),
    vault: createKeyVault({ pool: pools.durable, masterKey }),
    credentials: createCredentials({ pool: pools.durable, clock }),
    passwords: createPasswords(options.passwordCost ? { cost: options.passwordCost } : {}),
    sessions: createSessions({ pool: pools.durable, masterKey, clock }),
    waiter: createPositionWaiter({ listener, pool: pools.durable, readCheckpoints }),
    client: { key: "daybook-web", secret: keyedHash(masterKey, "client application", "daybook-web") },
    words: createWordMemory(),
    keyedHash: (purpose, value) => keyedHash(masterKey, purpose, value),
  };
}

/** Finishes erasures that a crash cut off between the event and the deletion of the key. */
async function finishErasures({ vault, commands, logger }: ApiDeps): Promise<void> {
  const finished = await vault.finishErasures(async (id) => {
    if (!id.startsWith("entry-")) return false;
    return (await commands.load(entryDecider, id)).state.status === "erased";
  });
  if (finished.length > 0) logger.info({ count: finished.length }, "finished erasures that were cut off");
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
  const routes = buildDeps(platform, masterKey, options);
  await finishErasures(routes);
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
      client: routes.client,
      publicUrl: config.signingOrigin,
      clock: platform.clock,
    }),
    health: () => healthOf(platform),
    clientFolder: join(process.cwd(), "client", "dist"),
    trustProxy: config.signingOrigin !== undefined,
    checkReplies: options.checkReplies ?? false,
  });
  const handle = app.callback();
  const server = createServer((request, response) => void handle(request, response));
  server.keepAliveTimeout = 65_000;
  await listen(server, config.host, config.port);

  return {
    async health() {
      await pools.durable.query("SELECT 1");
      return { status: "ok" };
    },
    async stop() {
      await close(server);
      await acts.settled();
      routes.waiter.close();
    },
  };
}
