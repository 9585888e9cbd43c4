import type { Extensions } from "@tiptap/core";
import { Placeholder } from "@tiptap/extensions";
import { padText } from "../pad-text.ts";
import { padContent } from "./pad-content.ts";
import { UndoInputRule } from "./undo-input-rule.ts";

/** The content schema, plus what only the editor needs: undo, drop cursor and placeholder. */
export function padExtensions(): Extensions {
  return [...padContent(), Placeholder.configure({ placeholder: padText.placeholder }), UndoInputRule];
}
