import type { Editor } from "@tiptap/core";
import { useCallback, useEffect, useRef, useState } from "react";
import { whenReachable } from "../../../shared/connection.ts";
import { useServices } from "../../../shared/services.ts";
import type { PadSession } from "../session/pad-session.ts";
import type { EntryDetailsStore } from "../entry-details.store.ts";
import type { PhotoUploader } from "./photo-uploader.ts";

/** The photo support of the open page; its code loads after the page. */
export function usePhotos(session: PadSession, details: EntryDetailsStore, editor: Editor | null) {
  const services = useServices();
  const [enlargedPhotoId, setEnlargedPhotoId] = useState<number | null>(null);
  const uploader = useRef<Promise<PhotoUploader | null>>(Promise.resolve(null));

  useEffect(() => {
    if (!editor) return;
    let isClosed = false;
    const loadingUploader = whenReachable(() => import("./photo-uploader.ts"))().then(
      ({ createPhotoUploader }) =>
        isClosed
          ? null
          : createPhotoUploader({ services, session, details, editor, onOpen: setEnlargedPhotoId }),
    );
    uploader.current = loadingUploader;
    return () => {
      isClosed = true;
      void loadingUploader.then((uploader) => uploader?.close());
    };
  }, [services, session, details, editor]);

  const addPhotos = useCallback(
    async (files: readonly File[]) => {
      // Moves the focus back to the text, from the button that opened the file chooser.
      editor?.view.focus();
      (await uploader.current)?.add(files);
    },
    [editor],
  );
  return { enlargedPhotoId, showPhoto: setEnlargedPhotoId, addPhotos };
}
