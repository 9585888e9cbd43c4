import type { AnyExtension, Extensions, Node as NodeExtension } from "@tiptap/core";
import { Placeholder } from "@tiptap/extensions";
import { padText } from "../pad-text.ts";
import { firstPicture } from "./first-picture.ts";
import { padContent } from "./pad-content.ts";
import { UndoInputRule } from "./undo-input-rule.ts";

/** Not a plugin's view: the editor draws the text once before it has its plugins. */
const withFirstPicture = (image: AnyExtension): AnyExtension =>
  (image as NodeExtension).extend({ addNodeView: () => firstPicture });

/** The content schema, plus what only the editor needs: undo, drop cursor and placeholder. */
export function padExtensions(): Extensions {
  const content = padContent().map((extension) =>
    extension.name === "image" ? withFirstPicture(extension) : extension,
  );
  return [...content, Placeholder.configure({ placeholder: padText.placeholder }), UndoInputRule];
}
