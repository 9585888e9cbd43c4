import type { Editor } from "@tiptap/core";
import { observer } from "mobx-react-lite";
import { lazy, Suspense } from "react";
import { whenReachable } from "../../../shared/connection.ts";
import type { EntryDetailsStore } from "../entry-details.store.ts";

const PhotoStrip = lazy(
  whenReachable(async () => ({ default: (await import("./photo-strip.tsx")).PhotoStrip })),
);
const Lightbox = lazy(whenReachable(async () => ({ default: (await import("./lightbox.tsx")).Lightbox })));

/** The photos below the text, and the lightbox. The code of each loads when it is first shown. */
export const PhotoArea = observer(function PhotoArea({
  details,
  editor,
  readOnly,
  enlargedPhotoId,
  onShow,
  onAdd,
}: {
  details: EntryDetailsStore;
  editor: Editor | null;
  readOnly: boolean;
  /** the photo in the lightbox */
  enlargedPhotoId: number | null;
  onShow: (photoId: number | null) => void;
  onAdd: (files: readonly File[]) => void;
}) {
  if (!editor || details.values.photos.length === 0) return null;
  return (
    <>
      <Suspense>
        <PhotoStrip details={details} editor={editor} onOpen={onShow} onAdd={readOnly ? null : onAdd} />
      </Suspense>
      {/* A separate Suspense: while the lightbox loads, a shared one would hide the photos, and the focused photo would lose the focus. */}
      <Suspense>
        {enlargedPhotoId !== null && (
          <Lightbox
            photoId={enlargedPhotoId}
            details={details}
            editor={editor}
            readOnly={readOnly}
            onShow={onShow}
            onClose={() => onShow(null)}
          />
        )}
      </Suspense>
    </>
  );
});
