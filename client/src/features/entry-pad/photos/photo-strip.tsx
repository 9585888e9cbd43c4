import type { Editor } from "@tiptap/core";
import { useEditorState } from "@tiptap/react";
import { observer } from "mobx-react-lite";
import { useRef } from "react";
import type { EntryDetailsStore } from "../entry-details.store.ts";
import { AddPhotoIcon } from "../page/icons.tsx";
import { altOf } from "./photo-nodes.ts";
import { photosText } from "./photos-text.ts";
import styles from "./photos.module.css";

/** All photos of the entry below its text, including those that are not in the text. */
export const PhotoStrip = observer(function PhotoStrip({
  details,
  editor,
  onOpen,
  onAdd,
}: {
  details: EntryDetailsStore;
  editor: Editor;
  onOpen: (photoId: number) => void;
  /** null when no photos can be added */
  onAdd: ((files: readonly File[]) => void) | null;
}) {
  const { photos } = details.values;
  const fileInput = useRef<HTMLInputElement>(null);
  const alts = useEditorState({
    editor,
    selector: ({ editor: currentEditor }) => photos.map(({ id }) => altOf(currentEditor.state.doc, id)),
  });
  const failedUrls = useRef(new Set<string>());
  /** Replaces an expired URL. A second failure of the same URL changes nothing. */
  const renewUrl = (url: string) => {
    if (failedUrls.current.has(url)) return;
    failedUrls.current.add(url);
    void details.refreshPhotos();
  };

  return (
    <section className={styles.strip} aria-label={photosText.strip}>
      <ul>
        {photos.map(({ id, thumbnail_url: url }, index) => {
          const name = alts[index] || photosText.numbered(index + 1, photos.length);
          return (
            // A photo that is in the text is printed there, and not again here.
            <li key={id} data-no-print={typeof alts[index] === "string" ? "" : undefined}>
              <button
                type="button"
                className={styles.thumbnail}
                aria-label={photosText.open(name)}
                onClick={() => onOpen(id)}
              >
                <img src={url} alt="" onError={() => renewUrl(url)} />
              </button>
            </li>
          );
        })}
        {onAdd && (
          <li data-no-print>
            <button
              type="button"
              className={styles.addTile}
              aria-label={photosText.add}
              title={photosText.add}
              onClick={() => fileInput.current?.click()}
            >
              <AddPhotoIcon size={20} />
            </button>
            <input
              ref={fileInput}
              type="file"
              accept="image/*,.heic,.heif"
              multiple
              hidden
              tabIndex={-1}
              onChange={({ target }) => {
                onAdd([...(target.files ?? [])]);
                target.value = "";
              }}
            />
          </li>
        )}
      </ul>
    </section>
  );
});
