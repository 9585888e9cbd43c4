import { type ChangeImage, changeImages, imagesOf } from "@daybook/content/images";

/** The path of a picture's address, with both its signs; whatever origin stands before it, the id says which is meant. */
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
 * An image as a body keeps it: one that shows a photo names it by its id alone. Its address was minted for a reply and is
 * soon worth nothing, so it is left out, and tells the id where a program has dropped that.
 */
export const settleImage: ChangeImage = ({ src, photoId, ...attrs }) => {
  if (typeof photoId === "string") return { ...attrs, photoId };
  const named = typeof src === "string" ? pictureUrl.exec(src)?.[1] : undefined;
  return named === undefined ? { src, ...attrs } : { ...attrs, photoId: named };
};

/** A body as a reply has it: images of photos with their addresses, and without those whose photo the entry does not have. */
export function fillImages(html: string, urlOf: (photoId: number) => string | null): string {
  if (!html.includes("data-photo-id")) return html;
  return changeImages(html, ({ src, ...attrs }) => {
    if (typeof attrs["photoId"] !== "string") return { src, ...attrs };
    const url = urlOf(Number(attrs["photoId"]));
    return url === null ? null : { src: url, ...attrs };
  });
}
