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
  const files = useRef<HTMLInputElement>(null);
  const alts = useEditorState({
    editor,
    selector: ({ editor: currentEditor }) => photos.map(({ id }) => altOf(currentEditor.state.doc, id)),
  });
  const renewed = useRef(new Set<string>());
  /** Replaces an expired URL; if a fresh URL fails too, nothing changes. */
  const renew = (address: string) => {
    if (renewed.current.has(address)) return;
    renewed.current.add(address);
    void details.refreshPhotos();
  };

  return (
    <section className={styles.strip} aria-label={photosText.strip}>
      <ul>
        {photos.map(({ id, thumbnail_url: address }, index) => {
          const name = alts[index] || photosText.numbered(index + 1, photos.length);
          return (
            // Printed once: a photo of the text is printed there.
            <li key={id} data-no-print={typeof alts[index] === "string" ? "" : undefined}>
              <button
                type="button"
                className={styles.thumbnail}
                aria-label={photosText.open(name)}
                onClick={() => onOpen(id)}
              >
                <img src={address} alt="" onError={() => renew(address)} />
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
              onClick={() => files.current?.click()}
            >
              <AddPhotoIcon size={20} />
            </button>
            <input
              ref={files}
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
