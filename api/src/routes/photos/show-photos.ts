import type { Photo } from "@daybook/domain/contract/photos";
import { streamOf } from "@daybook/domain/kernel/ids";
import type { Sealed } from "@daybook/domain/kernel/sealed";
import type { DataKey } from "@daybook/platform/privacy/key-vault";
import { open, seal } from "@daybook/platform/privacy/seal";
import type { ApiDeps } from "../../deps.ts";
import { photoUrl, type Viewer } from "../../policies/photo-access.ts";
import { type PhotoMeta, presentPhoto } from "../../presenters/photo.ts";
import { fillImages } from "./photo-images.ts";

/** A photo as the read model and the folded entry both have it. */
type KeptPhoto = { readonly id: number; readonly size: number; readonly meta: Sealed<"photo.meta"> };

/** An entry's photos for one reply, and what they make of its text. */
export type ShownPhotos = {
  readonly list: { photo: Photo }[];
  /** The text with the addresses of the photos in it. */
  readonly fill: (html: string) => string;
};

/** Seals what is not to stand in the log in clear. */
export function sealMeta(key: DataKey, entryId: number, { contentType, width, height }: PhotoMeta) {
  return seal(key, streamOf.entry(entryId), "photo.meta", JSON.stringify([contentType, width, height]));
}

/** Undoes {@link sealMeta}. */
export function openMeta(key: DataKey, entryId: number, meta: Sealed<"photo.meta">): PhotoMeta {
  // Authenticated, so it is what sealMeta wrote.
  const [contentType, width, height] = JSON.parse(open(key, streamOf.entry(entryId), "photo.meta", meta)) as [
    PhotoMeta["contentType"],
    number,
    number,
  ];
  return { contentType, width, height };
}

/** Opens an entry's photos, in the order in which they were added, for somebody who was let in to the entry. */
export function showPhotos(
  deps: Pick<ApiDeps, "capabilities" | "clock">,
  viewer: Viewer,
  entry: { readonly entryId: number; readonly key: DataKey },
  photos: readonly KeptPhoto[],
): ShownPhotos {
  const { entryId, key } = entry;
  const shown = new Map(
    photos.map((photo) => [
      photo.id,
      presentPhoto(photo, openMeta(key, entryId, photo.meta), (rendering) =>
        photoUrl(deps, viewer, { photoId: photo.id, entryId }, rendering),
      ),
    ]),
  );
  return {
    list: [...shown.values()].map((photo) => ({ photo })),
    fill: (html) => fillImages(html, (photoId) => shown.get(photoId)?.url ?? null),
  };
}
