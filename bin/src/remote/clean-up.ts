import { rm } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import { clusterOf } from "@daybook/platform/embedded/postgres-home";
import { cleanUpLeftovers } from "@daybook/platform/embedded/server-processes";

/** Ends the PostgreSQL that a stopped Daybook left running. Removes the data of that Daybook, unless `keepsData` is true. */
export async function cleanUp(dataFolder: string, keepsData: boolean): Promise<void> {
  const cluster = await clusterOf(join(dataFolder, "postgres"));
  await cleanUpLeftovers(cluster, { fast: 5_000, immediate: 2_000 });
  if (keepsData) return;
  // The cluster can be outside the data folder, see `findPostgresHome`.
  if (!cluster.startsWith(dataFolder + sep)) await rm(dirname(cluster), { recursive: true, force: true });
  await rm(dataFolder, { recursive: true, force: true });
}
