import type { Editor } from "@tiptap/core";
import { randomToken } from "../../../../shared/random-token.ts";
import type { Services } from "../../../../shared/services.ts";
import type { PadSession } from "../../pad-session.ts";
import type { BesideStore } from "../beside.store.ts";
import { freePlace, keepPlace, photoPlugin, placeOf, uploadPlaces } from "./photo-plugin.ts";
import { placePhoto } from "./photo-text.ts";
import { sendPhoto } from "./send-photo.ts";
import { type Upload, Uploads } from "./uploads.ts";

/** Takes pictures for a page, wherever they come from. */
export type PhotoDesk = {
  /** @param pos where in the text they go; where the caret is when left out */
  add(files: readonly File[], pos?: number): void;
  /** the editor is going away; what is on its way still arrives, below the text */
  close(): void;
};

const carriesFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes("Files") ?? false;

/** Adds photos to a page's editor: what they look like there, and every way in which they come. */
export function openPhotoDesk({
  services,
  session,
  beside,
  editor,
  onOpen,
}: {
  services: Services;
  session: PadSession;
  beside: BesideStore;
  editor: Editor;
  onOpen: (photoId: number) => void;
}): PhotoDesk {
  const { journalId, ensureEntry } = session;
  const uploads = new Uploads({
    ensureEntry,
    newKey: randomToken,
    send: (sending) => sendPhoto(services, { ...sending, journalId }),
    onDone(upload, photo) {
      beside.addPhoto(photo);
      if (editor.isDestroyed) return;
      const place = placeOf(editor.view, upload);
      const { tr: transaction } = editor.state;
      if (place !== null) placePhoto(transaction, place, photo.id);
      freePlace(editor.view, upload, transaction);
    },
  });

  function add(files: readonly File[], pos = editor.state.selection.to): void {
    if (editor.isDestroyed || !editor.isEditable) return;
    for (const file of files) keepPlace(editor.view, uploads.add(file), pos);
  }
  function remove(upload: Upload): void {
    uploads.drop(upload);
    freePlace(editor.view, upload);
    editor.view.focus();
  }

  const plugin = photoPlugin({
    beside,
    onFiles: add,
    onOpen,
    onRetry: (upload) => uploads.retry(upload),
    onRemove: remove,
  });
  editor.registerPlugin(plugin, (own, others) => [own, ...others]);

  // A browser shows a file that is dropped beside the text instead of the page, and with it goes what is unsaved.
  const over = (event: DragEvent) => {
    if (carriesFiles(event)) event.preventDefault();
  };
  const dropped = (event: DragEvent) => {
    if (!carriesFiles(event) || event.defaultPrevented) return;
    event.preventDefault();
    add([...(event.dataTransfer?.files ?? [])], editor.state.doc.content.size);
  };
  window.addEventListener("dragover", over);
  window.addEventListener("drop", dropped);

  return {
    add,
    close() {
      window.removeEventListener("dragover", over);
      window.removeEventListener("drop", dropped);
      if (!editor.isDestroyed) editor.unregisterPlugin(uploadPlaces);
    },
  };
}
