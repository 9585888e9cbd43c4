import { isRejection } from "@daybook/domain/kernel/rejection";
import type { DataKey } from "@daybook/platform/vault/data-key";
import { photosOfEntry, photosOfEntries } from "@daybook/read-models/queries/photos";
import { type EntryPath, openEntryRow } from "../access/entry-access.ts";
import type { Application } from "../application.ts";
import type { Actor, Context, Refusal } from "../context.ts";
import { type PhotoView, photoViews } from "./photo-views.ts";

/** The photos of an entry, in the order in which they were added. */
export async function listPhotos(
  app: Application,
  { actor }: Context,
  path: EntryPath,
): Promise<PhotoView[] | Refusal> {
  const entry = await openEntryRow(app, actor, path);
  if (isRejection(entry)) return entry;
  const { entryId } = path;
  return photoViews(app, actor, { entryId, key: entry.key }, await photosOfEntry(app.pool, entryId));
}

/**
 * Loads the photos of listed entries. The returned function returns the views of one entry's photos. While a lock of the entry or its
 * journal is closed, the caller has no key of the entry, and the function returns no photos.
 *
 * @param addedUntil a moment of the past: photos that were added later are omitted
 */
export async function findListedPhotos(
  app: Application,
  actor: Actor,
  entryIds: readonly number[],
  addedUntil?: string,
): Promise<(entryId: number, key: DataKey | null) => PhotoView[]> {
  const rows = entryIds.length === 0 ? [] : await photosOfEntries(app.pool, entryIds, addedUntil);
  const rowsOfEntry = (id: number) => rows.filter(({ entryId }) => entryId === id);
  return (entryId, key) => (key ? photoViews(app, actor, { entryId, key }, rowsOfEntry(entryId)) : []);
}
