import type { Editor } from "@tiptap/core";
import { useEditorState } from "@tiptap/react";
import { observer } from "mobx-react-lite";
import { useRef } from "react";
import type { BesideStore } from "../beside.store.ts";
import { AddPhotoIcon } from "../icons.tsx";
import { altOf } from "./photo-text.ts";
import { photosCopy } from "./photos-copy.ts";
import styles from "./photos.module.css";

/** All photos of an entry below its text, also those that do not stand in it. */
export const PhotoStrip = observer(function PhotoStrip({
  beside,
  editor,
  onOpen,
  onAdd,
}: {
  beside: BesideStore;
  editor: Editor;
  onOpen: (photoId: number) => void;
  /** left out where nothing may be added */
  onAdd: ((files: readonly File[]) => void) | null;
}) {
  const { photos } = beside.extras;
  const files = useRef<HTMLInputElement>(null);
  const alts = useEditorState({
    editor,
    selector: ({ editor: now }) => photos.map(({ id }) => altOf(now.state.doc, id) ?? ""),
  });
  const renewed = useRef(new Set<string>());
  /** An address that ran out is replaced; one that is fresh and fails stays as it is. */
  const renew = (address: string) => {
    if (renewed.current.has(address)) return;
    renewed.current.add(address);
    void beside.renewPhotos();
  };

  return (
    <section className={styles.strip} aria-label={photosCopy.strip}>
      <ul>
        {photos.map(({ id, thumbnail_url: address }, index) => {
          const name = alts[index] || photosCopy.numbered(index + 1, photos.length);
          return (
            <li key={id}>
              <button
                type="button"
                className={styles.thumbnail}
                aria-label={photosCopy.open(name)}
                onClick={() => onOpen(id)}
              >
                <img src={address} alt="" onError={() => renew(address)} />
              </button>
            </li>
          );
        })}
        {onAdd && (
          <li>
            <button
              type="button"
              className={styles.addTile}
              aria-label={photosCopy.add}
              title={photosCopy.add}
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
