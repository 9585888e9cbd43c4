import type { AnyExtension, Extensions, Node as NodeExtension } from "@tiptap/core";
import { Placeholder } from "@tiptap/extensions";
import { Plugin } from "@tiptap/pm/state";
import { padText } from "../pad-text.ts";
import { placeholderPicture } from "./placeholder-picture.ts";
import { padContentExtensions } from "./pad-content.ts";
import { UndoInputRule } from "./undo-input-rule.ts";

/**
 * Shows pictures with {@link placeholderPicture}. This view is registered twice. The editor draws the text once before it has its
 * plugins: then the view of the extension is used. When React removes the editor from the page, TipTap removes the views of the
 * extensions and draws the text once more: then the view of the plugin is used.
 */
const withPlaceholderPicture = (image: AnyExtension): AnyExtension =>
  (image as NodeExtension).extend({
    addNodeView: () => placeholderPicture,
    addProseMirrorPlugins: () => [
      new Plugin({ props: { nodeViews: { image: (node) => placeholderPicture({ node }) } } }),
    ],
  });

/**
 * The schema of entry content, plus what only the editor needs: placeholders for an empty text and for pictures, and undo of input
 * rules.
 */
export function padExtensions(): Extensions {
  const content = padContentExtensions().map((extension) =>
    extension.name === "image" ? withPlaceholderPicture(extension) : extension,
  );
  return [...content, Placeholder.configure({ placeholder: padText.placeholder }), UndoInputRule];
}
