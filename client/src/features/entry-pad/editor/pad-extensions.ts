import type { AnyExtension, Extensions, Node as NodeExtension } from "@tiptap/core";
import { Placeholder } from "@tiptap/extensions";
import { Plugin } from "@tiptap/pm/state";
import { padText } from "../pad-text.ts";
import { placeholderPicture } from "./placeholder-picture.ts";
import { padContentExtensions } from "./pad-content.ts";
import { UndoInputRule } from "./undo-input-rule.ts";

/**
 * Shows pictures with {@link placeholderPicture}. This view is registered twice: in the extension, because the editor draws the text once
 * before it has its plugins, and in a plugin, because TipTap removes the view of the extension when the editor leaves the page.
 */
const withPlaceholderPicture = (image: AnyExtension): AnyExtension =>
  (image as NodeExtension).extend({
    addNodeView: () => placeholderPicture,
    addProseMirrorPlugins: () => [
      new Plugin({ props: { nodeViews: { image: (node) => placeholderPicture({ node }) } } }),
    ],
  });

/** The schema of entry content, plus what only the editor needs: placeholders for an empty text and for pictures, and undo of input rules. */
export function padExtensions(): Extensions {
  const content = padContentExtensions().map((extension) =>
    extension.name === "image" ? withPlaceholderPicture(extension) : extension,
  );
  return [...content, Placeholder.configure({ placeholder: padText.placeholder }), UndoInputRule];
}
