import type { Node } from "@tiptap/pm/model";
import { NodeSelection, type Transaction } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";

type PhotoNode = { readonly pos: number; readonly node: Node; readonly photoId: number };

/** All images of photos in the text, in order. */
export function photoNodesIn(doc: Node): readonly PhotoNode[] {
  const photoNodes: PhotoNode[] = [];
  doc.descendants((node, pos) => {
    const photoId = node.type.name === "image" ? Number(node.attrs["photoId"]) : 0;
    if (photoId > 0) photoNodes.push({ pos, node, photoId });
  });
  return photoNodes;
}

const photoNodesOf = (doc: Node, photoId: number): readonly PhotoNode[] =>
  photoNodesIn(doc).filter((photoNode) => photoNode.photoId === photoId);

/** The alternative text of a photo; null when the photo is not in the text. */
export function altOf(doc: Node, photoId: number): string | null {
  const photoNode = photoNodesOf(doc, photoId)[0];
  return photoNode ? String(photoNode.node.attrs["alt"] ?? "") : null;
}

/**
 * Inserts the image of a photo at a position and returns the position of the image. Where images are not allowed, as in a code block, the
 * image goes into a new paragraph after the top-level block. Between two top-level blocks, the new paragraph is at the position itself.
 */
export function insertPhotoAt(transaction: Transaction, pos: number, photoId: number): number {
  const { image, paragraph } = transaction.doc.type.schema.nodes;
  if (!image || !paragraph) throw new Error("the schema has no images");
  const node = image.create({ photoId: String(photoId), alt: "" });
  const resolvedPos = transaction.doc.resolve(Math.min(pos, transaction.doc.content.size));
  if (
    resolvedPos.parent.inlineContent &&
    resolvedPos.parent.canReplaceWith(resolvedPos.index(), resolvedPos.index(), image)
  ) {
    transaction.insert(resolvedPos.pos, node);
    return resolvedPos.pos;
  }
  const posBelow = resolvedPos.depth > 0 ? resolvedPos.after(1) : resolvedPos.pos;
  transaction.insert(posBelow, paragraph.create(null, node));
  return posBelow + 1;
}

/** Inserts a photo at the caret and selects it. */
export function insertPhoto(view: EditorView, photoId: number): void {
  const { tr: transaction, selection } = view.state;
  const pos = insertPhotoAt(transaction, selection.to, photoId);
  transaction.setSelection(NodeSelection.create(transaction.doc, pos)).scrollIntoView();
  view.dispatch(transaction);
  view.focus();
}

/** Sets the alternative text of a photo wherever it appears. */
export function setPhotoAlt(view: EditorView, photoId: number, alt: string): void {
  const { tr: transaction } = view.state;
  for (const { pos } of photoNodesOf(transaction.doc, photoId)) transaction.setNodeAttribute(pos, "alt", alt);
  view.dispatch(transaction);
}

const isNonSpace = (doc: Node, pos: number): boolean =>
  pos >= 0 && pos < doc.content.size && /\S/u.test(doc.textBetween(pos, pos + 1));

/**
 * Removes a deleted photo from the text. The words on both sides of it stay two words.
 * The change is not part of the undo history: undo would restore an image whose photo no longer exists.
 */
export function removePhotoNodes(view: EditorView, photoId: number): void {
  const { tr: transaction } = view.state;
  for (const { pos, node } of photoNodesOf(transaction.doc, photoId).toReversed()) {
    transaction.delete(pos, pos + node.nodeSize);
    if (isNonSpace(transaction.doc, pos - 1) && isNonSpace(transaction.doc, pos))
      transaction.insertText(" ", pos);
  }
  if (transaction.docChanged) view.dispatch(transaction.setMeta("addToHistory", false));
}
