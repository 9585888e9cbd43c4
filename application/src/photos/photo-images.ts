import { type ChangeImage, changeImages } from "@daybook/content/images";

/** A photo URL with its expiry and signature, with any origin. It captures the photo's id. */
const pictureUrl = /^(?:https?:\/\/[^/?#]+)?\/api\/photos\/([1-9]\d{0,15})\?(?=.*\be=\d)(?=.*\bs=[\w-])/;

/**
 * Converts an image to its stored form: a photo has only its id, because its URL expires soon. If a program dropped the id, it is
 * read from the URL.
 */
export const toStoredImage: ChangeImage = ({ src, photoId, ...attrs }) => {
  if (typeof photoId === "string") return { ...attrs, photoId };
  const named = typeof src === "string" ? pictureUrl.exec(src)?.[1] : undefined;
  return named === undefined ? { src, ...attrs } : { ...attrs, photoId: named };
};

/** Adds the photo URLs to a body for a reply. Images of photos that do not belong to the entry get none. */
export function addPhotoUrls(html: string, urlOf: (photoId: number) => string | null): string {
  if (!html.includes("data-photo-id")) return html;
  return changeImages(html, ({ src, ...attrs }) => {
    if (typeof attrs["photoId"] !== "string") return { src, ...attrs };
    const url = urlOf(Number(attrs["photoId"]));
    return url === null ? attrs : { src: url, ...attrs };
  });
}
