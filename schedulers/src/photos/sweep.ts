import type { Blobs } from "@daybook/platform/blobs/blobs";
import { createCommandHandler } from "@daybook/platform/commands/handle-command";
import { createPhotoStore } from "@daybook/platform/photos/photo-store";
import { sweepPhotos } from "@daybook/platform/photos/sweep-photos";
import type { Platform } from "@daybook/platform/platform";

const every = 3_600_000;

/** A sweep that runs now and then. */
export type PhotoSweep = { readonly failing: () => boolean; stop(): Promise<void> };

/** Brings photos, blobs and the log together at the start and every hour: what crashes left, and what was erased. */
export function startPhotoSweep(
  { clock, logger, pools, store }: Pick<Platform, "clock" | "logger" | "pools" | "store">,
  blobs: Blobs,
): PhotoSweep {
  const pool = pools.durable;
  const photos = createPhotoStore({ pool, blobs, clock });
  const commands = createCommandHandler({ store });
  const stopping = new AbortController();
  const { signal } = stopping;
  let failing = false;
  let running: Promise<void> | null = null;

  async function sweep(): Promise<void> {
    try {
      const swept = await sweepPhotos({ pool, blobs, photos, commands, now: clock.now(), signal });
      if (swept.removed + swept.settled > 0) logger.info(swept, "swept photos that acts had left");
      failing = false;
    } catch (error) {
      if (signal.aborted) return;
      failing = true;
      logger.warn({ err: error }, "sweeping photos failed and is tried again");
    }
  }

  const run = (): void => {
    running ??= sweep().finally(() => {
      running = null;
    });
  };
  run();
  const timer = setInterval(run, every);

  return {
    failing: () => failing,
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await running;
    },
  };
}
