import type { Editor, JSONContent } from "@tiptap/core";
import { ReplaceStep } from "@tiptap/pm/transform";
import { parseBody } from "./body.ts";

/** A body as TipTap's JSON. */
export const documentOf = (body: string) => parseBody(body).toJSON() as JSONContent;

/** Shows a body in the editor. Replaces only what differs, so that the caret stays where it is. */
export function showBody({ state, view, schema }: Editor, body: string): void {
  const newDoc = schema.nodeFromJSON(documentOf(body));
  const from = state.doc.content.findDiffStart(newDoc.content);
  const end = state.doc.content.findDiffEnd(newDoc.content);
  if (from === null || !end) return;
  const overlap = Math.max(0, from - Math.min(end.a, end.b));
  const change = newDoc.slice(from, end.b + overlap);
  // `tr.replace` would first adapt the change to the document. When two cells of a table differ, it would add cells.
  const step = new ReplaceStep(from, end.a + overlap, change);
  view.dispatch(state.tr.step(step).setMeta("preventUpdate", true));
}
