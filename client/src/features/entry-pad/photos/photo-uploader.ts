import type { Photo } from "@daybook/domain/contract/photos";
import type { Editor } from "@tiptap/core";
import type { NodeViewConstructor } from "@tiptap/pm/view";
import { randomToken } from "../../../shared/random-token.ts";
import type { Services } from "../../../shared/services.ts";
import type { PadSession } from "../session/pad-session.ts";
import type { EntryDetailsStore } from "../entry-details.store.ts";
import { adoptCopies } from "./adopt-copies.ts";
import { ImageView } from "./image-view.ts";
import {
  removePlaceholder,
  addPlaceholder,
  photoPlugin,
  placeholderPosition,
  photoPluginKey,
} from "./photo-plugin.ts";
import { insertPhotoAt } from "./photo-nodes.ts";
import { sendPhoto } from "./send-photo.ts";
import { type Upload, Uploads } from "./uploads.ts";

/** Uploads photos to an entry. */
export type PhotoUploader = {
  /** @param pos the position in the text; by default the caret */
  add(files: readonly File[], pos?: number): void;
  /** disconnects from the editor; running uploads still finish, and their photos then appear below the text */
  close(): void;
};

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes("Files") ?? false;

/** Adds photo support to an editor: upload by button, paste and drop, with placeholders in the text. */
export function createPhotoUploader({
  services,
  session,
  details,
  editor,
  onOpen,
}: {
  services: Services;
  session: PadSession;
  details: EntryDetailsStore;
  editor: Editor;
  onOpen: (photoId: number) => void;
}): PhotoUploader {
  const { journalId, ensureEntry } = session;
  const uploads = new Uploads({
    ensureEntry,
    newKey: randomToken,
    send: (upload) => sendPhoto(services, { ...upload, journalId }),
    onDone(upload, photo) {
      details.addPhoto(photo);
      if (editor.isDestroyed) return;
      const position = placeholderPosition(editor.view, upload);
      const { tr: transaction } = editor.state;
      if (position !== null) insertPhotoAt(transaction, position, photo.id);
      removePlaceholder(editor.view, upload, transaction);
    },
    onDiscarded: (photo) => void removeDiscarded(photo),
  });

  /** Deletes a photo. When that fails, shows it below the text, so that the user can remove it there. */
  async function removeDiscarded(photo: Photo): Promise<void> {
    const result = await details.removePhoto(photo.id);
    if (!result.ok) details.addPhoto(photo);
  }
  function add(files: readonly File[], pos = editor.state.selection.to): void {
    if (editor.isDestroyed || !editor.isEditable) return;
    for (const file of files) addPlaceholder(editor.view, uploads.add(file), pos);
  }
  function removeUpload(upload: Upload): void {
    uploads.cancel(upload);
    removePlaceholder(editor.view, upload);
    editor.view.focus();
  }

  const plugin = photoPlugin({
    onFiles: add,
    onOpen,
    onRetry: (upload) => uploads.retry(upload),
    onRemove: removeUpload,
  });
  editor.registerPlugin(plugin, (newPlugin, otherPlugins) => [newPlugin, ...otherPlugins]);
  // This node view is set as a property of the editor view. As a part of the plugin, it would not override the simple node view that
  // shows images before this code is loaded.
  const { nodeViews: previousNodeViews } = editor.view.props;
  const image: NodeViewConstructor = (node, view, getPos) =>
    new ImageView(node, view, getPos, { details, onOpen });
  editor.view.setProps({ nodeViews: { ...previousNodeViews, image } });
  const stopAdopting = adoptCopies(services.api, session, details, editor);

  // When a file is dropped outside the text, a browser opens the file instead of the page, and unsaved text would be lost. So such a file
  // is added at the end of the text.
  const preventNavigation = (event: DragEvent) => {
    if (hasFiles(event)) event.preventDefault();
  };
  const handleDrop = (event: DragEvent) => {
    if (!hasFiles(event) || event.defaultPrevented) return;
    event.preventDefault();
    add([...(event.dataTransfer?.files ?? [])], editor.state.doc.content.size);
  };
  window.addEventListener("dragover", preventNavigation);
  window.addEventListener("drop", handleDrop);

  return {
    add,
    close() {
      stopAdopting();
      window.removeEventListener("dragover", preventNavigation);
      window.removeEventListener("drop", handleDrop);
      if (editor.isDestroyed) return;
      editor.unregisterPlugin(photoPluginKey);
      editor.view.setProps({ nodeViews: previousNodeViews });
    },
  };
}
