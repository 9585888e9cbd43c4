import type { NodeViewRendererProps } from "@tiptap/core";
import { externalHost } from "../../../shared/ui/external-host.ts";

/**
 * A picture in the text until the code for photos has arrived, whose view replaces this one. A picture of another website gets no
 * address: the browser would request it, and report that our content security policy blocks that.
 */
export function firstPicture({ node: { attrs } }: Pick<NodeViewRendererProps, "node">) {
  const { src, alt, width } = attrs as Record<"src" | "alt" | "width", string | null>;
  const dom = document.createElement("img");
  dom.alt = alt ?? "";
  if (width) dom.style.width = `${width}px`;
  if (src && externalHost(src) === null) dom.src = src;
  return { dom };
}
