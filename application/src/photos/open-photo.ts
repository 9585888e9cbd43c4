import { isRejection, reject } from "@daybook/domain/kernel/rejection";
import { type PhotoQuery, findPhotoByPath } from "../access/photo-access.ts";
import type { Application } from "../application.ts";
import type { Refusal } from "../context.ts";
import { openMeta } from "./photo-meta.ts";

/** A picture for a reply. The bytes for one ETag never change. */
export type Picture = { readonly bytes: Buffer; readonly contentType: string; readonly etag: string };

/** Reads and decrypts a picture by its signed URL. */
export async function openPhoto(
  app: Application,
  photoId: number,
  query: PhotoQuery,
): Promise<Picture | Refusal> {
  const openedPhoto = await findPhotoByPath(app, photoId, query);
  if (isRejection(openedPhoto)) return openedPhoto;
  const { photo, entryId, rendering, key } = openedPhoto;
  const bytes = await app.photos.read(key, { photoId: photo.id, entryId }, rendering);
  if (!bytes) return reject("not_found", "There is no such photo, or its address has expired.");
  const { contentType } = openMeta(key, entryId, photo.meta);
  return {
    bytes,
    contentType: rendering === "thumbnail" ? "image/webp" : contentType,
    etag: `${photo.id}-${rendering}`,
  };
}
