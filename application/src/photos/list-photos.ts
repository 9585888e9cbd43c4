import { isRejection } from "@daybook/domain/kernel/rejection";
import { photosOf } from "@daybook/read-models/queries/photos";
import { type EntryPath, ownEntryRow } from "../access/entry-access.ts";
import type { Application } from "../application.ts";
import type { Actor, Refusal } from "../context.ts";
import { type PhotoView, photoViews } from "./photo-views.ts";

/** The photos of an entry, in the order in which they were added. */
export async function listPhotos(
  app: Application,
  actor: Actor,
  path: EntryPath,
): Promise<PhotoView[] | Refusal> {
  const found = await ownEntryRow(app, actor, path);
  if (isRejection(found)) return found;
  const { entryId } = path;
  return photoViews(app, actor, { entryId, key: found.key }, await photosOf(app.pool, entryId));
}
