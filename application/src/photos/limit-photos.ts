import { limits, limitTries } from "../access/limits.ts";
import type { Application } from "../application.ts";
import type { Refusal } from "../context.ts";

/** Counts a photo that an account adds. Returns a refusal when the account has added too many. Call this before the picture is read. */
export const limitPhotos = (app: Application, userId: number): Promise<Refusal | null> =>
  limitTries(
    app,
    limits.photosOfAccount,
    userId,
    1,
    "You have added many photos in a short time. Please wait a little before you add more.",
  );
