import type { Photo } from "@daybook/domain/contract/photos";
import type { ActionResult, Api, ApiFailure } from "../api-client.ts";
import { type EntryRef, entryParams } from "./entry-ref.ts";

/** The photos of an entry, each with a newly signed URL. */
export async function listPhotos(
  api: Api,
  entry: EntryRef,
): Promise<{ ok: true; photos: readonly Photo[] } | ApiFailure> {
  const result = await api.call("listPhotos", { params: entryParams(entry) });
  return result.ok ? { ok: true, photos: result.data.photos.map(({ photo }) => photo) } : result;
}

/** Deletes a photo permanently; also succeeds when it was already deleted. */
export async function deletePhoto(api: Api, entry: EntryRef, photoId: number): Promise<ActionResult> {
  const result = await api.call("deletePhoto", {
    params: { ...entryParams(entry), photoId: String(photoId) },
  });
  return result.ok || result.status === 404 ? { ok: true } : result;
}
