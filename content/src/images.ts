import type { DocNode } from "./document.ts";
import { fromHtml } from "./from-html.ts";
import { toHtml } from "./to-html.ts";

/** The attributes of an image: `src`, `alt`, `title`, `width`, `height`, and the `photoId` of a stored photo. */
export type ImageAttrs = Readonly<Record<string, unknown>>;
/** Returns the new attributes of an image; `null` removes it. */
export type ChangeImage = (attrs: ImageAttrs) => ImageAttrs | null;

/** Changes or removes each image in a document. */
export function changeDocImages(node: DocNode, change: ChangeImage): DocNode {
  if (!node.content) return node;
  const content = node.content.flatMap((child) => {
    if (child.type !== "image") return [changeDocImages(child, change)];
    const attrs = change(child.attrs ?? {});
    return attrs ? [{ ...child, attrs }] : [];
  });
  return { ...node, content };
}

/** Changes or removes each image in a sanitised body. */
export function changeImages(html: string, change: ChangeImage): string {
  return html.includes("<img") ? toHtml(changeDocImages(fromHtml(html), change)) : html;
}

/** The attributes of all images in a body, in their order. */
export function imagesOf(html: string): ImageAttrs[] {
  const images: ImageAttrs[] = [];
  changeImages(html, (attrs) => {
    images.push(attrs);
    return attrs;
  });
  return images;
}
