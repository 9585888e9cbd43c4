import type { Config } from "../config.ts";
import type { DataFolder } from "../embedded/data-folder.ts";
import type { Blobs } from "./blobs.ts";
import { createFolderBlobs } from "./folder.ts";

/** The configured place of blobs: a bucket, or a folder of the data folder. */
export async function openBlobs(parts: {
  config: Pick<Config, "s3Url">;
  dataFolder: Pick<DataFolder, "photos">;
}): Promise<Blobs> {
  const { config, dataFolder } = parts;
  if (config.s3Url === undefined) return createFolderBlobs(dataFolder.photos);
  // Loaded only where there is a bucket.
  const { createS3Blobs } = await import("./s3.ts");
  return createS3Blobs(config.s3Url);
}
