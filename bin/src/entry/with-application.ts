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

/** Runs `work` with the use cases of the configured Daybook, which may be running. Starts the embedded database if needed. */
export async function withApplication<T>(config: Config, work: (app: Application) => Promise<T>): Promise<T> {
  const logger = createLogger({ level: "error" });
  const dataFolder = await openDataFolder(config.dataFolder, { isShared: true });
  const database = await openDatabase({
    databaseUrl: config.databaseUrl,
    dataFolder: config.dataFolder,
    logger,
  });
  try {
    const masterKey = await loadOrCreateMasterKey(dataFolder.keys, config.masterKey);
    const parts = { config, logger, dataFolder, databaseUrl: database.url, masterKey, roles: new Map() };
    const platform = await createPlatform(parts);
    const background = createBackground(logger);
    try {
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
    await dataFolder.release();
  }
}
