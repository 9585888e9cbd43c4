import type { Config } from "@daybook/platform/config";
import { openDataFolder } from "@daybook/platform/embedded/data-folder";
import { loadOrCreateMasterKey } from "@daybook/platform/embedded/master-key";
import { supervisePostgres } from "@daybook/platform/embedded/supervise-postgres";
import { waitForDatabase } from "@daybook/platform/embedded/server-probe";
import type { Logger } from "@daybook/platform/logger";
import type { PlatformParts, Role, RoleName } from "@daybook/platform/platform";
import { HEALTH_FILE, reportHealth } from "./health-file.ts";
import { assertPortFree, listenError } from "./port.ts";
import { createStopStack } from "./stop-stack.ts";

/** The functions and roles that {@link startDaybook} puts together. Tests pass other ones. */
export type Composition<Platform> = {
  createPlatform(parts: PlatformParts): Promise<Platform>;
  closePlatform(platform: Platform): Promise<void>;
  migrate(platform: Platform): Promise<void>;
  /** In the order of their start. A long start fails when `signal` aborts. */
  roles: readonly { name: RoleName; start: (platform: Platform, signal: AbortSignal) => Promise<Role> }[];
};

/** A running Daybook. */
export type Daybook = {
  /** Resolves with the name of a role that ended by itself. */
  roleEnded: Promise<RoleName>;
  /** Stops everything in reverse order within ten seconds. Never rejects. */
  stop(): Promise<void>;
};

/** Timeouts for stopping the parts, in milliseconds. Together they stay below ten seconds. */
const STOP_TIMEOUT_MS = { api: 2500, role: 700, platform: 1000, database: 3500, folder: 200 };

/**
 * Starts Daybook as configured: data folder, database, platform, migrations, roles. When a step fails or `signal` aborts,
 * everything that was started is stopped. Throws a `StartError` for problems that a person can fix.
 *
 * @param onProgress called with a short description before each slow step
 */
export async function startDaybook<Platform>(
  composition: Composition<Platform>,
  config: Config,
  logger: Logger,
  onProgress: (step: string) => void,
  signal: AbortSignal,
): Promise<Daybook> {
  const stopStack = createStopStack(logger);
  try {
    const listensOnPort = config.role === "all" || config.role === "api";
    if (listensOnPort) await assertPortFree(config.host, config.port);
    const dataFolder = await openDataFolder(config.dataFolder, { isShared: config.role !== "all" });
    stopStack.add("data folder", STOP_TIMEOUT_MS.folder, () => dataFolder.release());
    signal.throwIfAborted();

    let { databaseUrl } = config;
    if (databaseUrl === undefined) {
      const postgres = await supervisePostgres({
        folder: dataFolder.postgres,
        logger,
        onProgress,
        passableFolders: dataFolder.isNew ? [dataFolder.path] : [],
        signal,
      });
      stopStack.add("database", STOP_TIMEOUT_MS.database, () => postgres.stop());
      databaseUrl = postgres.url;
    } else {
      onProgress("Connecting to the database");
      await waitForDatabase(databaseUrl, signal);
    }
    signal.throwIfAborted();

    // The projections need no master key. A configured one is loaded all the same, which checks that it is the right one.
    const loadsKey = config.role !== "projections" || config.masterKey !== undefined;
    const masterKey = loadsKey
      ? await loadOrCreateMasterKey(dataFolder.keys, config.masterKey, databaseUrl)
      : undefined;
    const roles = new Map<RoleName, Role>();
    const platformParts = { config, logger, dataFolder, databaseUrl, masterKey, roles };
    const platform = await composition.createPlatform(platformParts);
    stopStack.add("platform", STOP_TIMEOUT_MS.platform, () => composition.closePlatform(platform));
    onProgress("Preparing the database");
    await composition.migrate(platform);
    signal.throwIfAborted();

    for (const { name, start } of composition.roles) {
      if (config.role !== "all" && config.role !== name) continue;
      onProgress(`Starting ${name}`);
      const role = await start(platform, signal).catch((error: unknown) => {
        throw listensOnPort ? listenError(error, config.host, config.port) : error;
      });
      roles.set(name, role);
      stopStack.add(name, name === "api" ? STOP_TIMEOUT_MS.api : STOP_TIMEOUT_MS.role, () => role.stop());
      signal.throwIfAborted();
    }
    if (config.role !== "all") {
      const report = reportHealth(roles, HEALTH_FILE, Date.now);
      stopStack.add("health report", STOP_TIMEOUT_MS.folder, () => report.stop());
    }
    return { roleEnded: waitForFirstEnd(roles), stop: () => stopStack.stopAll() };
  } catch (error) {
    await stopStack.stopAll();
    throw error;
  }
}

function waitForFirstEnd(roles: ReadonlyMap<RoleName, Role>): Promise<RoleName> {
  return new Promise((resolve) => {
    for (const [name, { ended }] of roles) {
      void ended?.then(
        () => resolve(name),
        () => resolve(name),
      );
    }
  });
}
