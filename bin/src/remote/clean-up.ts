import { rm } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import { clusterOf } from "@daybook/platform/embedded/postgres-home";
import { cleanUpLeftovers } from "@daybook/platform/embedded/server-processes";

/** Ends what a stopped product left running, such as its PostgreSQL, and removes its data unless `keepsData` is true. */
export async function cleanUp(dataFolder: string, keepsData: boolean): Promise<void> {
  const cluster = await clusterOf(join(dataFolder, "postgres"));
  await cleanUpLeftovers(cluster, { fast: 5_000, immediate: 2_000 });
  if (keepsData) return;
  if (!cluster.startsWith(dataFolder + sep)) await rm(dirname(cluster), { recursive: true, force: true });
  await rm(dataFolder, { recursive: true, force: true });
}
