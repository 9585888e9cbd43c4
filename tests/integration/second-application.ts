import { createApplication } from "@daybook/application/create-application";
import type { Application } from "@daybook/application/application";
import { createBackground } from "@daybook/application/background";
import { openBlobs } from "@daybook/platform/blobs/open-blobs";
import { openSearch } from "@daybook/platform/search/open-search";
import type { Platform } from "@daybook/platform/platform";

/**
 * Creates the application of a second API process on the same database. Call its `waiter.close()` after use.
 *
 * @param now its clock; by default that of the platform
 */
export async function openSecondApplication(
  platform: Platform,
  now = (): number => platform.clock.now(),
): Promise<Application> {
  const { masterKey, logger } = platform;
  if (!masterKey) throw new Error("no master key");
  return createApplication({ ...platform, clock: { now } }, masterKey, {}, createBackground(logger), {
    blobs: await openBlobs(platform),
    search: await openSearch(platform),
  });
}
