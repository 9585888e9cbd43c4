import type { Editor } from "@tiptap/core";
import type { Api } from "../../../shared/api-client.ts";
import type { PadSession } from "../session/pad-session.ts";
import type { EntryDetailsStore } from "../entry-details.store.ts";
import { photoNodesIn } from "./photo-nodes.ts";

/**
 * Text that was copied from another entry contains the photo ids of that entry. When it is saved, the server copies these photos.
 * This replaces the ids in the text on the page by those of the copies. Returns a function that stops it.
 */
export function adoptCopies(
  api: Api,
  { actor, journalId }: PadSession,
  details: EntryDetailsStore,
  editor: Editor,
): () => void {
  const isForeign = (photoId: number) => details.findPhoto(photoId) === undefined;
  const findImages = () => (editor.isDestroyed ? [] : photoNodesIn(editor.state.doc));

  async function replaceForeignIds(entryId: number): Promise<void> {
    const params = { journalId: String(journalId), entryId: String(entryId) };
    const result = await api.call("getEntry", { params });
    if (!result.ok) return;
    const { richtext_body: body, photos } = result.data.entry;
    details.put({ photos: photos.map(({ photo }) => photo) });
    const storedIds = [...body.matchAll(/data-photo-id="(\d+)"/g)].map(([, photoId]) => photoId ?? "");
    const currentImages = findImages();
    // Images were added or removed since; the next save tries again.
    if (storedIds.length !== currentImages.length) return;
    const { tr: transaction } = editor.state;
    for (const [index, { pos, photoId }] of currentImages.entries()) {
      if (isForeign(photoId)) transaction.setNodeAttribute(pos, "photoId", storedIds[index]);
    }
    if (transaction.docChanged) editor.view.dispatch(transaction.setMeta("addToHistory", false));
  }

  let revision = actor.getSnapshot().context.saved?.revision;
  const subscription = actor.subscribe(({ context: { saved } }) => {
    if (!saved || saved.revision === revision) return;
    revision = saved.revision;
    if (findImages().some(({ photoId }) => isForeign(photoId))) void replaceForeignIds(saved.id);
  });
  return () => subscription.unsubscribe();
}
