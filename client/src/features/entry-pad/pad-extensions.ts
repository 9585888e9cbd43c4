import { contentExtensions } from "@daybook/content/extensions";
import type { Extensions } from "@tiptap/core";
import { Placeholder } from "@tiptap/extensions";
import { padCopy } from "./pad-copy.ts";

/** The content of an entry and what only the editor has: undo, drop marks and a word on the empty page. */
export function padExtensions(): Extensions {
  return [...contentExtensions(), Placeholder.configure({ placeholder: padCopy.placeholder })];
}
