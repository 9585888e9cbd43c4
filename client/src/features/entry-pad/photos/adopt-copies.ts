import type { Editor } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import type { Api } from "../../../shared/api-client.ts";
import type { SavedEntry } from "../autosave/writing.ts";
import type { PadSession } from "../session/pad-session.ts";
import type { EntryDetailsStore } from "../entry-details.store.ts";
import { parseBody } from "../editor/body.ts";
import { photoNodesIn } from "./photo-nodes.ts";

const textBefore = (doc: Node, pos: number): string => doc.textBetween(0, pos, "\n");

/**
 * The photo ids of the images in a document, by the length of the text before them. The id is NaN for an inline image, which becomes a
 * photo only when the server stores it.
 */
function photoIdsByPosition(doc: Node): Map<number, number[]> {
  const ids = new Map<number, number[]>();
  doc.descendants((node, pos) => {
    if (node.type.name !== "image") return;
    const textLength = textBefore(doc, pos).length;
    ids.set(textLength, [...(ids.get(textLength) ?? []), Number(node.attrs["photoId"] ?? NaN)]);
  });
  return ids;
}

/**
 * Maps the photo ids of the sent body to those that the stored body has in their place. An id that cannot be matched is absent. The stored
 * body lacks images that could not be copied.
 */
function copyIdsOf(sentBody: string, storedBody: string): Map<number, number | undefined> {
  const [sentDoc, storedDoc] = [parseBody(sentBody), parseBody(storedBody)];
  const [sentByPosition, storedByPosition] = [photoIdsByPosition(sentDoc), photoIdsByPosition(storedDoc)];
  const [allSent, allStored] = [[...sentByPosition.values()].flat(), [...storedByPosition.values()].flat()];
  if (allSent.length === allStored.length)
    return new Map(allSent.map((sentId, index) => [sentId, allStored[index]]));
  // The server removes characters without width. Then the texts before later images have other lengths, and nothing can be matched.
  if (textBefore(sentDoc, sentDoc.content.size) !== textBefore(storedDoc, storedDoc.content.size))
    return new Map();
  const pairs = [...sentByPosition].flatMap(([position, sentIds]) => {
    const copyIds = storedByPosition.get(position) ?? [];
    // Images without text between them cannot be told apart when one is missing.
    return sentIds.length === copyIds.length
      ? sentIds.map((sentId, index): [number, number | undefined] => [sentId, copyIds[index]])
      : [];
  });
  return new Map(pairs);
}

/**
 * Text that was copied from another entry contains the photo ids of that entry. When it is saved, the server copies these photos.
 * This replaces the ids in the text on the page by those of the copies. Returns a function that stops the replacing.
 */
export function adoptCopies(
  api: Api,
  { actor, journalId }: PadSession,
  details: EntryDetailsStore,
  editor: Editor,
): () => void {
  // Also true for a deleted photo of this entry.
  const isForeign = (photoId: number) => details.findPhoto(photoId) === undefined;
  const findImages = () => (editor.isDestroyed ? [] : photoNodesIn(editor.state.doc));

  async function replaceForeignIds(saved: SavedEntry): Promise<void> {
    const params = { journalId: String(journalId), entryId: String(saved.id) };
    const photosBefore = details.values.photos;
    const result = await api.call("getEntry", { params });
    if (!result.ok) return;
    const { richtext_body: body, photos, revision: storedRevision } = result.data.entry;
    // A photo may have been added or removed after the request was sent.
    if (details.values.photos === photosBefore) details.put({ photos: photos.map(({ photo }) => photo) });
    else await details.refreshPhotos();
    // Copies can be matched only when the server's text comes from this save. If that text is newer, the next save tries again.
    if (editor.isDestroyed || storedRevision !== saved.revision) return;
    const copyIds = copyIdsOf(saved.writing.body, body);
    const { tr: transaction } = editor.state;
    for (const { pos, photoId } of findImages()) {
      const copyId = copyIds.get(photoId);
      if (isForeign(photoId) && copyId !== undefined && copyId !== photoId)
        transaction.setNodeAttribute(pos, "photoId", String(copyId));
    }
    if (transaction.docChanged) editor.view.dispatch(transaction.setMeta("addToHistory", false));
  }

  let revision = actor.getSnapshot().context.saved?.revision;
  const subscription = actor.subscribe(({ context: { saved } }) => {
    if (!saved || saved.revision === revision) return;
    revision = saved.revision;
    if (findImages().some(({ photoId }) => isForeign(photoId))) void replaceForeignIds(saved);
  });
  return () => subscription.unsubscribe();
}
