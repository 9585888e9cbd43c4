import type { Editor } from "@tiptap/core";
import { observer } from "mobx-react-lite";
import { lazy, Suspense } from "react";
import type { BesideStore } from "./beside.store.ts";

const PhotoStrip = lazy(async () => ({ default: (await import("./photos/photo-strip.tsx")).PhotoStrip }));
const Lightbox = lazy(async () => ({ default: (await import("./photos/lightbox.tsx")).Lightbox }));

/** The photos of an entry below its text, and one of them large; both come with the first photo. */
export const PhotoArea = observer(function PhotoArea({
  beside,
  editor,
  readOnly,
  shown,
  onShow,
  onAdd,
}: {
  beside: BesideStore;
  editor: Editor | null;
  readOnly: boolean;
  /** the photo that is shown large */
  shown: number | null;
  onShow: (photoId: number | null) => void;
  onAdd: (files: readonly File[]) => void;
}) {
  if (!editor || beside.extras.photos.length === 0) return null;
  return (
    <>
      <Suspense>
        <PhotoStrip beside={beside} editor={editor} onOpen={onShow} onAdd={readOnly ? null : onAdd} />
      </Suspense>
      {/* Apart: a place that waits is hidden, and what is hidden loses the focus. */}
      <Suspense>
        {shown !== null && (
          <Lightbox
            photoId={shown}
            beside={beside}
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
