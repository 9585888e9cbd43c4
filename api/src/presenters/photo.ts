import type { Photo } from "@daybook/domain/contract/photos";
import { sizeText } from "@daybook/domain/contract/size-text";
import { addPhotoUrls } from "@daybook/application/photos/photo-images";
import type { PhotoView } from "@daybook/application/photos/photo-views";

/** The photos of an entry in a reply. */
export type PresentedPhotos = {
  readonly list: { photo: Photo }[];
  /** Adds the URLs of the photos to the text of the entry. */
  readonly addUrls: (html: string) => string;
};

/** A photo in a reply. Its URLs begin with `origin`. */
export function presentPhoto({ id, size, width, height, paths }: PhotoView, origin: string): Photo {
  return {
    id,
    url: `${origin}${paths.original}`,
    thumbnail_url: `${origin}${paths.thumbnail}`,
    width,
    height,
    size,
    size_text: sizeText(size),
  };
}

/** The photos of one entry in a reply. */
export function presentPhotos(photos: readonly PhotoView[], origin: string): PresentedPhotos {
  const presentedPhotos = new Map(photos.map((photo) => [photo.id, presentPhoto(photo, origin)]));
  return {
    list: [...presentedPhotos.values()].map((photo) => ({ photo })),
    addUrls: (html) => addPhotoUrls(html, (photoId) => presentedPhotos.get(photoId)?.url ?? null),
  };
}
