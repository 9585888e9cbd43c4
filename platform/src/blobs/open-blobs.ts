import type { Config } from "../config.ts";
import type { DataFolder } from "../embedded/data-folder.ts";
import type { Blobs } from "./blobs.ts";
import { createFolderBlobs } from "./folder.ts";

/** Opens the configured blob store: a bucket, or a folder in the data folder. */
export async function openBlobs(deps: {
  config: Pick<Config, "s3Url">;
  dataFolder: Pick<DataFolder, "photos">;
}): Promise<Blobs> {
  const { config, dataFolder } = deps;
  if (config.s3Url === undefined) return createFolderBlobs(dataFolder.photos);
  // Loaded only when a bucket is configured.
  const { createS3Blobs } = await import("./s3.ts");
  return createS3Blobs(config.s3Url);
}
