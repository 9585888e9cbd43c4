import type { Extensions } from "@tiptap/core";
import { Placeholder } from "@tiptap/extensions";
import { padCopy } from "./pad-copy.ts";
import { padContent } from "./photo-content.ts";
import { UndoTyped } from "./undo-typed.ts";

/** The content of an entry and what only the editor has: undo, drop marks and a word on the empty page. */
export function padExtensions(): Extensions {
  return [...padContent(), Placeholder.configure({ placeholder: padCopy.placeholder }), UndoTyped];
}
