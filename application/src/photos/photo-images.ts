import { type ChangeImage, changeImages, imagesOf } from "@daybook/content/images";

/** A photo URL with its expiry and signature, with any origin. It captures the photo's id. */
const pictureUrl =
  /^(?:https?:\/\/[^/?#]+)?\/api\/photos\/([1-9]\d{0,15})(?:\/[\w.-]+)?\?(?=.*\be=\d)(?=.*\bs=[\w-])/;

/** The ids of the photos that the images of a body name. */
export const photoIdsIn = (html: string): Set<number> =>
  new Set(
    html.includes("data-photo-id")
      ? imagesOf(html).flatMap(({ photoId }) => (typeof photoId === "string" ? Number(photoId) : []))
      : [],
  );

/**
 * Converts an image to its stored form: a photo has only its id, because its URL expires soon. If a program dropped the id, it is
 * read from the URL.
 */
export const toStoredImage: ChangeImage = ({ src, photoId, ...attrs }) => {
  if (typeof photoId === "string") return { ...attrs, photoId };
  const named = typeof src === "string" ? pictureUrl.exec(src)?.[1] : undefined;
  return named === undefined ? { src, ...attrs } : { ...attrs, photoId: named };
};

/** A body as a reply has it: images of photos with their addresses, and without those whose photo the entry does not have. */
export function addPhotoUrls(html: string, urlOf: (photoId: number) => string | null): string {
  if (!html.includes("data-photo-id")) return html;
  return changeImages(html, ({ src, ...attrs }) => {
    if (typeof attrs["photoId"] !== "string") return { src, ...attrs };
    const url = urlOf(Number(attrs["photoId"]));
    return url === null ? null : { src: url, ...attrs };
  });
}
