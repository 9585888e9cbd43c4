import type { DocNode } from "./document.ts";
import { fromHtml } from "./from-html.ts";
import { toHtml } from "./to-html.ts";

/** The attributes of an image: `src`, `alt`, `title`, `width`, `height`, and `photoId` of a kept photo. */
export type ImageAttrs = Readonly<Record<string, unknown>>;
/** What becomes of an image's attributes. */
export type ChangeImage = (attrs: ImageAttrs) => ImageAttrs;

/** The same document with other attributes of its images. */
export function withImages(node: DocNode, change: ChangeImage): DocNode {
  if (node.type === "image") return { ...node, attrs: change(node.attrs ?? {}) };
  if (!node.content) return node;
  return { ...node, content: node.content.map((child) => withImages(child, change)) };
}

/** The same for a body as it is kept. One without images comes back as it is. */
export function changeImages(html: string, change: ChangeImage): string {
  return html.includes("<img") ? toHtml(withImages(fromHtml(html), change)) : html;
}

/** The attributes of all images of a body, in their order. */
export function imagesOf(html: string): ImageAttrs[] {
  const found: ImageAttrs[] = [];
  changeImages(html, (attrs) => {
    found.push(attrs);
    return attrs;
  });
  return found;
}
