import type { ChangeImage } from "@daybook/content/images";

/** A photo URL with its expiry and signature, with any origin or none. It captures the photo's id. */
const signedPhotoUrl =
  /^(?:https?:\/\/[^/?#]+)?\/api\/photos\/([1-9]\d{0,15})(?:\/[\w.-]+)?\?(?=.*\be=\d)(?=.*\bs=[\w-])/;

/**
 * An image in a sanitised body. `toHtml` quotes every value with double quotes, escapes these in values, and escapes `<` in
 * text, so this pattern matches nothing else.
 */
const storedImage = /<img((?: [a-z-]+="[^"]*")+)>/g;
const photoIdOf = (attributes: string): string | undefined => / data-photo-id="(\d+)"/.exec(attributes)?.[1];

/** Reads the ids of photos from the images of a sanitised body. Fast for large bodies. */
export function photoIdsIn(html: string): Set<number> {
  const ids = new Set<number>();
  if (!html.includes(" data-photo-id=")) return ids;
  for (const [, attributes = ""] of html.matchAll(storedImage)) {
    const id = photoIdOf(attributes);
    if (id !== undefined) ids.add(Number(id));
  }
  return ids;
}

/**
 * Converts an image to its stored form: a photo has only its id, because its URL expires soon. A program that edited the body
 * may have dropped the id. Then the id is read from the URL.
 */
export const toStoredImage: ChangeImage = ({ src, photoId, ...attrs }) => {
  if (typeof photoId === "string") return { ...attrs, photoId };
  const photoIdInUrl = typeof src === "string" ? signedPhotoUrl.exec(src)?.[1] : undefined;
  return photoIdInUrl === undefined ? { src, ...attrs } : { ...attrs, photoId: photoIdInUrl };
};

const escapeAttribute = (value: string): string => value.replaceAll("&", "&amp;").replaceAll('"', "&quot;");

/**
 * Converts a sanitised body to the form of a reply: gives each image of a photo the URL of the photo. Removes the image when the entry
 * does not have the photo. Fast for large bodies.
 *
 * @param urlOf returns `null` when the entry does not have the photo
 */
export function addPhotoUrls(html: string, urlOf: (photoId: number) => string | null): string {
  if (!html.includes(" data-photo-id=")) return html;
  return html.replace(storedImage, (image: string, attributes: string) => {
    const photoId = photoIdOf(attributes);
    if (photoId === undefined) return image;
    const url = urlOf(Number(photoId));
    return url === null ? "" : `<img src="${escapeAttribute(url)}"${attributes.replace(/ src="[^"]*"/, "")}>`;
  });
}
