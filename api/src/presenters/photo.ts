import type { Photo } from "@daybook/domain/contract/photos";
import { sizeText } from "@daybook/domain/contract/size-text";
import type { Rendering } from "@daybook/platform/images/images";
import type { RenderingName } from "@daybook/platform/photos/photo-store";

/** What is sealed of a photo beside its pictures. */
export type PhotoMeta = Pick<Rendering, "contentType" | "width" | "height">;

/** A photo as replies carry it; `urlOf` gives the address of a rendering. */
export function presentPhoto(
  photo: { readonly id: number; readonly size: number },
  { width, height }: PhotoMeta,
  urlOf: (rendering: RenderingName) => string,
): Photo {
  return {
    id: photo.id,
    url: urlOf("original"),
    thumbnail_url: urlOf("thumbnail"),
    width,
    height,
    size: photo.size,
    size_text: sizeText(photo.size),
  };
}
