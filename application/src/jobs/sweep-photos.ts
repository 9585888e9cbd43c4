import { sweepPhotos } from "@daybook/platform/photos/sweep-photos";
import type { Job } from "./job.ts";

/** Settles the photos of crashed uploads: confirms those that the log has, and removes the others. Also removes the photos of erased entries. */
export const sweepPhotosJob: Job = {
  name: "sweep-photos",
  everyMs: 3_600_000,
  async run({ blobs, clock, commands, logger, photos, pool }, signal) {
    const result = await sweepPhotos({ pool, blobs, photos, commands, now: clock.now(), signal });
    if (result.removed + result.confirmed > 0)
      logger.info(result, "confirmed photos or removed leftover ones");
  },
};
