import type { AnyExtension, Extensions, Node as NodeExtension } from "@tiptap/core";
import { Placeholder } from "@tiptap/extensions";
import { padText } from "../pad-text.ts";
import { placeholderPicture } from "./placeholder-picture.ts";
import { padContent } from "./pad-content.ts";
import { UndoInputRule } from "./undo-input-rule.ts";

/** The view belongs to the extension and not to a plugin, because the editor draws the text once before it has its plugins. */
const withPlaceholderPicture = (image: AnyExtension): AnyExtension =>
  (image as NodeExtension).extend({ addNodeView: () => placeholderPicture });

/** The schema of entry content, plus what only the editor needs: placeholders for an empty text and for pictures, and undo of input rules. */
export function padExtensions(): Extensions {
  const content = padContent().map((extension) =>
    extension.name === "image" ? withPlaceholderPicture(extension) : extension,
  );
  return [...content, Placeholder.configure({ placeholder: padText.placeholder }), UndoInputRule];
}
