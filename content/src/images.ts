import type { DocNode } from "./document.ts";
import { fromHtml } from "./from-html.ts";
import { toHtml } from "./to-html.ts";

/** The attributes of an image: `src`, `alt`, `title`, `width`, `height`, and the `photoId` of a stored photo. */
export type ImageAttrs = Readonly<Record<string, unknown>>;
/** Returns the new attributes of an image. */
export type ChangeImage = (attrs: ImageAttrs) => ImageAttrs;

/** Changes the attributes of all images in a document. */
export function withImages(node: DocNode, change: ChangeImage): DocNode {
  if (node.type === "image") return { ...node, attrs: change(node.attrs ?? {}) };
  if (!node.content) return node;
  return { ...node, content: node.content.map((child) => withImages(child, change)) };
}

/** Changes the attributes of all images in a sanitised body. */
export function changeImages(html: string, change: ChangeImage): string {
  return html.includes("<img") ? toHtml(withImages(fromHtml(html), change)) : html;
}

/** The attributes of all images in a body, in their order. */
export function imagesOf(html: string): ImageAttrs[] {
  const found: ImageAttrs[] = [];
  changeImages(html, (attrs) => {
    found.push(attrs);
    return attrs;
  });
  return found;
}
