import type { Application } from "@daybook/application/application";
import { createBackground } from "@daybook/application/background";
import { createApplication } from "@daybook/application/create-application";
import { openBlobs } from "@daybook/platform/blobs/open-blobs";
import type { Config } from "@daybook/platform/config";
import { openDataFolder } from "@daybook/platform/embedded/data-folder";
import { loadOrCreateMasterKey } from "@daybook/platform/embedded/master-key";
import { openDatabase } from "@daybook/platform/embedded/open-database";
import { createLogger } from "@daybook/platform/logger";
import { closePlatform, createPlatform } from "@daybook/platform/platform";
import { openSearch } from "@daybook/platform/search/open-search";
import { migrateAll } from "../start/migrate-all.ts";

/**
 * Migrates the configured database, and runs `work` with an application that uses it. Daybook may be running. Starts the embedded
 * database if needed.
 */
export async function withApplication<T>(config: Config, work: (app: Application) => Promise<T>): Promise<T> {
  const logger = createLogger({ level: "error" });
  const database = await openDatabase({
    databaseUrl: config.databaseUrl,
    dataFolder: config.dataFolder,
    logger,
  });
  try {
    // The data folder is opened after the database, because the start of the database may change the access rights of an empty data folder.
    const dataFolder = await openDataFolder(config.dataFolder, { isShared: true });
    const masterKey = await loadOrCreateMasterKey(dataFolder.keys, config.masterKey, database.url);
    const parts = { config, logger, dataFolder, databaseUrl: database.url, masterKey, roles: new Map() };
    const platform = await createPlatform(parts);
    const background = createBackground(logger);
    try {
      await migrateAll(platform);
      const blobs = await openBlobs(platform);
      const search = await openSearch(platform);
      const app = createApplication(platform, masterKey, {}, background, { blobs, search });
      try {
        return await work(app);
      } finally {
        await background.stop();
        app.waiter.close();
      }
    } finally {
      await closePlatform(platform);
    }
  } finally {
    await database.close();
  }
}
