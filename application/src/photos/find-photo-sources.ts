import { isRejection } from "@daybook/domain/kernel/rejection";
import { entryDecider } from "@daybook/domain/entry/decider";
import type { Entry } from "@daybook/domain/entry/entry";
import { streamOf } from "@daybook/domain/kernel/ids";
import { openEntryState } from "../access/entry-access.ts";
import type { Application } from "../application.ts";
import type { Actor } from "../context.ts";
import { photoIdsIn } from "./photo-images.ts";
import type { PhotoSource } from "./store-images-of-text.ts";

/**
 * Finds the entries that a text was copied from, by the photos in the text. Returns only entries of the actor whose locks, if any, are
 * open, and never the target.
 *
 * @param target the entry that the text is saved to; `null` for a new one
 */
export async function findPhotoSources(
  app: Application,
  actor: Actor,
  html: string,
  target: { readonly entryId: number; readonly state: Pick<Entry, "photos"> } | null,
): Promise<PhotoSource[]> {
  const ownIds = new Set(target?.state.photos.map(({ id }) => id));
  const foreignIds = [...photoIdsIn(html)].filter((photoId) => !ownIds.has(photoId));
  if (foreignIds.length === 0) return [];
  const refs = await app.photos.refsOf(actor.userId, foreignIds);
  // A save may still name a photo that was just removed from its own entry. The photo must not come back as a copy.
  const entryIds = [...new Set(refs.map(({ entryId }) => entryId))].filter((id) => id !== target?.entryId);
  const sources = await Promise.all(
    entryIds.map(async (entryId): Promise<PhotoSource[]> => {
      const { journalId } = (await app.commands.load(entryDecider, streamOf.entry(entryId))).state;
      const entry = await openEntryState(app, actor, { journalId, entryId });
      return isRejection(entry) ? [] : [{ entryId, key: entry.key, photos: entry.state.photos }];
    }),
  );
  return sources.flat();
}
