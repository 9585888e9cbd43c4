import type { NodeViewRendererProps } from "@tiptap/core";
import { externalHost } from "../../../shared/ui/external-host.ts";

/**
 * Shows a picture in the text until the code for photos is loaded. Then the view of that code replaces this view. A picture from another
 * website gets no URL: the browser would request the picture, and report that our content security policy blocks the request.
 */
export function placeholderPicture({ node: { attrs } }: Pick<NodeViewRendererProps, "node">) {
  const { src, alt, width } = attrs as Record<"src" | "alt" | "width", string | null>;
  const dom = document.createElement("img");
  dom.alt = alt ?? "";
  if (width) dom.style.width = `${width}px`;
  if (src && externalHost(src) === null) dom.src = src;
  return { dom };
}
