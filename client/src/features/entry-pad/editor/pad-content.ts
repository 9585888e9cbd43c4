import { contentExtensions } from "@daybook/content/extensions";
import type { AnyExtension, Attributes, Extensions, Node as NodeExtension } from "@tiptap/core";

/**
 * The schema's image without `src` for uploaded photos, which are identified by their id. Photo URLs change every 15 minutes,
 * so a body with URLs would seem changed. The page looks up the URL when it shows the image.
 */
const withoutPhotoUrls = (image: AnyExtension): AnyExtension =>
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

/** The extensions that define the schema of entry content in the pad. */
export function padContentExtensions(): Extensions {
  return contentExtensions().map((extension) =>
    extension.name === "image" ? withoutPhotoUrls(extension) : extension,
  );
}
