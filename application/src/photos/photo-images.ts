import { type ChangeImage, changeImages } from "@daybook/content/images";

/** The path of a picture's address, with both its signs; whatever origin stands before it, the id says which is meant. */
const pictureUrl = /^(?:https?:\/\/[^/?#]+)?\/api\/photos\/([1-9]\d{0,15})\?(?=.*\be=\d)(?=.*\bs=[\w-])/;

/**
 * An image as a body keeps it: one that shows a photo names it by its id alone. Its address was minted for a reply and is
 * soon worth nothing, so it is left out, and tells the id where a program has dropped that.
 */
export const settleImage: ChangeImage = ({ src, photoId, ...attrs }) => {
  if (typeof photoId === "string") return { ...attrs, photoId };
  const named = typeof src === "string" ? pictureUrl.exec(src)?.[1] : undefined;
  return named === undefined ? { src, ...attrs } : { ...attrs, photoId: named };
};

/** A body as a reply carries it: images of photos have their addresses, those of no photo of this entry have none. */
export function fillImages(html: string, urlOf: (photoId: number) => string | null): string {
  if (!html.includes("data-photo-id")) return html;
  return changeImages(html, ({ src, ...attrs }) => {
    if (typeof attrs["photoId"] !== "string") return { src, ...attrs };
    const url = urlOf(Number(attrs["photoId"]));
    return url === null ? attrs : { src: url, ...attrs };
  });
}
