import { buildDeps } from "@daybook/api/build-deps";
import type { ApiDeps } from "@daybook/api/deps";
import { createBackground } from "@daybook/api/http/background";
import { openBlobs } from "@daybook/platform/blobs/open-blobs";
import { openSearch } from "@daybook/platform/search/open-search";
import type { Platform } from "@daybook/platform/platform";

/** What another API process on the same database works with; its clock may go wrong. Close its waiter after use. */
export async function secondProcess(
  platform: Platform,
  now = (): number => platform.clock.now(),
): Promise<ApiDeps> {
  const { masterKey, logger } = platform;
  if (!masterKey) throw new Error("no master key");
  return buildDeps({ ...platform, clock: { now } }, masterKey, {}, createBackground(logger), {
    blobs: await openBlobs(platform),
    search: await openSearch(platform),
  });
}
