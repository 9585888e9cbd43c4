import { isRejection } from "@daybook/domain/kernel/rejection";
import { entryDecider } from "@daybook/domain/entry/decider";
import { streamOf } from "@daybook/domain/kernel/ids";
import { openEntryState } from "../access/entry-access.ts";
import type { Application } from "../application.ts";
import type { Actor } from "../context.ts";
import { photoIdsIn } from "./photo-images.ts";
import type { PhotoSource } from "./store-images-of-text.ts";

/**
 * Finds the actor's unlocked entries that a text was copied from, by the photos in it.
 *
 * @param isPhotoOfEntry true for a photo of the entry that the text is saved to
 */
export async function findPhotoSources(
  app: Application,
  actor: Actor,
  html: string,
  isPhotoOfEntry: (photoId: number) => boolean,
): Promise<PhotoSource[]> {
  const foreignIds = [...photoIdsIn(html)].filter((photoId) => !isPhotoOfEntry(photoId));
  if (foreignIds.length === 0) return [];
  const refs = await app.photos.refsOf(actor.userId, foreignIds);
  const entryIds = [...new Set(refs.map(({ entryId }) => entryId))];
  const sources = await Promise.all(
    entryIds.map(async (entryId): Promise<PhotoSource[]> => {
      const { journalId } = (await app.commands.load(entryDecider, streamOf.entry(entryId))).state;
      const entry = await openEntryState(app, actor, { journalId, entryId });
      return isRejection(entry) ? [] : [{ entryId, key: entry.key, photos: entry.state.photos }];
    }),
  );
  return sources.flat();
}
