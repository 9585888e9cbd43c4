import type { Editor } from "@tiptap/core";
import { useCallback, useEffect, useRef, useState } from "react";
import { useServices } from "../../../shared/services.ts";
import type { PadSession } from "../pad-session.ts";
import type { BesideStore } from "./beside.store.ts";
import type { PhotoDesk } from "./photos/photo-desk.ts";

/** The photos of an open page; what they need comes after the page itself. */
export function usePhotos(session: PadSession, beside: BesideStore, editor: Editor | null) {
  const services = useServices();
  const [shown, setShown] = useState<number | null>(null);
  const desk = useRef<Promise<PhotoDesk | null>>(Promise.resolve(null));

  useEffect(() => {
    if (!editor) return;
    let isOver = false;
    const opening = import("./photos/photo-desk.ts").then(({ openPhotoDesk }) =>
      isOver ? null : openPhotoDesk({ services, session, beside, editor, onOpen: setShown }),
    );
    desk.current = opening;
    return () => {
      isOver = true;
      void opening.then((opened) => opened?.close());
    };
  }, [services, session, beside, editor]);

  const add = useCallback(async (files: readonly File[]) => (await desk.current)?.add(files), []);
  return { shown, show: setShown, add };
}
