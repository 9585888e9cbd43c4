import type { Node } from "@tiptap/pm/model";
import { NodeSelection, type Transaction } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";

type Placed = { readonly pos: number; readonly node: Node };

/** Where a photo stands in a text, first to last. */
export function placesOf(doc: Node, photoId: number): readonly Placed[] {
  const found: Placed[] = [];
  doc.descendants((node, pos) => {
    if (node.type.name === "image" && Number(node.attrs["photoId"]) === photoId) found.push({ pos, node });
  });
  return found;
}

/** How a photo is described in a text; null when it does not stand in it. */
export function altOf(doc: Node, photoId: number): string | null {
  const first = placesOf(doc, photoId)[0];
  return first ? String(first.node.attrs["alt"] ?? "") : null;
}

/** Puts a photo at a place, or on a line of its own below where there can be none, as in a block of code. */
export function placePhoto(transaction: Transaction, pos: number, photoId: number): number {
  const { image, paragraph } = transaction.doc.type.schema.nodes;
  if (!image || !paragraph) throw new Error("the schema has no images");
  const node = image.create({ photoId: String(photoId), alt: "" });
  const at = transaction.doc.resolve(Math.min(pos, transaction.doc.content.size));
  if (at.parent.inlineContent && at.parent.canReplaceWith(at.index(), at.index(), image)) {
    transaction.insert(at.pos, node);
    return at.pos;
  }
  const below = at.depth > 0 ? at.after(1) : at.pos;
  transaction.insert(below, paragraph.create(null, node));
  return below + 1;
}

/** Puts a photo where the caret is, and selects it. */
export function insertPhoto(view: EditorView, photoId: number): void {
  const { tr: transaction, selection } = view.state;
  const pos = placePhoto(transaction, selection.to, photoId);
  transaction.setSelection(NodeSelection.create(transaction.doc, pos)).scrollIntoView();
  view.dispatch(transaction);
  view.focus();
}

/** Describes a photo wherever it stands. */
export function describePhoto(view: EditorView, photoId: number, alt: string): void {
  const { tr: transaction } = view.state;
  for (const { pos } of placesOf(transaction.doc, photoId)) transaction.setNodeAttribute(pos, "alt", alt);
  view.dispatch(transaction);
}

/** Takes a photo that is gone out of the text; undoing something else must not bring its empty place back. */
export function takePhotoOut(view: EditorView, photoId: number): void {
  const { tr: transaction } = view.state;
  for (const { pos, node } of placesOf(transaction.doc, photoId).toReversed()) {
    transaction.delete(pos, pos + node.nodeSize);
  }
  if (transaction.docChanged) view.dispatch(transaction.setMeta("addToHistory", false));
}
