import { contentExtensions } from "@daybook/content/extensions";
import type { AnyExtension, Attributes, Extensions, Node as NodeExtension } from "@tiptap/core";

/**
 * The image of the schema, which names a kept photo by its id alone. Its address is minted anew every quarter of an hour, so
 * a body that held it would differ from itself: the page asks the entry's photos for it when it shows the image.
 */
const withoutAddress = (image: AnyExtension): AnyExtension =>
  (image as NodeExtension).extend({
    addAttributes() {
      const inherited: Attributes = this.parent?.() ?? {};
      const { src } = inherited;
      return {
        ...inherited,
        src: {
          ...src,
          parseHTML: (element: HTMLElement): unknown =>
            element.hasAttribute("data-photo-id") ? null : src?.parseHTML?.(element),
        },
      };
    },
  });

/** The content of an entry as the pad holds it. */
export function padContent(): Extensions {
  return contentExtensions().map((extension) =>
    extension.name === "image" ? withoutAddress(extension) : extension,
  );
}
