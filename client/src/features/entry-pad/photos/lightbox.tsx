import type { Editor } from "@tiptap/core";
import { useEditorState } from "@tiptap/react";
import { ArrowLeft, ArrowRight, X } from "lucide-react";
import { observer } from "mobx-react-lite";
import { Dialog as Primitive } from "radix-ui";
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { commonText } from "../../../shared/common-text.ts";
import { Button } from "../../../shared/ui/button.tsx";
import { Confirm } from "../../../shared/ui/confirm.tsx";
import { Backdrop } from "../../../shared/ui/backdrop.tsx";
import { useDialogFocus } from "../../../shared/ui/dialog-focus.ts";
import { Field } from "../../../shared/ui/field.tsx";
import { IconButton } from "../../../shared/ui/icon-button.tsx";
import { useToasts } from "../../../shared/ui/toast.tsx";
import { useIsMounted } from "../../../shared/use-is-mounted.ts";
import type { EntryDetailsStore } from "../entry-details.store.ts";
import styles from "./lightbox.module.css";
import { altOf, setPhotoAlt, insertPhoto, removePhotoNodes } from "./photo-nodes.ts";
import { photosText } from "./photos-text.ts";

const labels = photosText.lightbox;

/** The alternative text of a photo, which is part of the entry text. It is stored with "Save", and when the user leaves the photo. */
function Description({ alt, onDescribe }: { alt: string; onDescribe: (alt: string) => void }) {
  const [typedDescription, setTypedDescription] = useState(alt);
  const [isSaved, setIsSaved] = useState(false);
  const save = () => onDescribe(typedDescription.trim());
  const saveChange = useRef(() => {});
  useEffect(() => {
    saveChange.current = () => typedDescription.trim() !== alt.trim() && save();
  });
  useEffect(() => () => saveChange.current(), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    save();
    setIsSaved(true);
  };
  return (
    <form className={styles.description} onSubmit={submit}>
      <Field
        label={labels.description}
        hint={isSaved ? labels.descriptionSaved : labels.descriptionHint}
        value={typedDescription}
        maxLength={1_000}
        autoComplete="off"
        onChange={({ target }) => {
          setTypedDescription(target.value);
          setIsSaved(false);
        }}
      />
      <Button type="submit">{labels.save}</Button>
    </form>
  );
}

/** The question before a photo is removed. The lightbox of a removed photo closes itself. */
function RemoveQuestion({
  photoId,
  details,
  editor,
  onCancel,
}: {
  photoId: number;
  details: EntryDetailsStore;
  editor: Editor;
  onCancel: () => void;
}) {
  const toasts = useToasts();
  const isMounted = useIsMounted();
  const [isRemoving, setIsRemoving] = useState(false);
  const [error, setError] = useState<string>();
  const remove = async () => {
    setIsRemoving(true);
    const outcome = await details.removePhoto(photoId);
    setIsRemoving(false);
    setError(outcome.ok ? undefined : outcome.message);
    if (outcome.ok && !editor.isDestroyed) removePhotoNodes(editor.view, photoId);
    if (outcome.ok) toasts.show(labels.removed);
    else if (!isMounted()) toasts.show(labels.notRemoved(outcome.message));
  };
  return (
    <Confirm
      open
      danger
      title={labels.removeTitle}
      detail={labels.removeDetail}
      confirmLabel={labels.confirmRemove}
      cancelLabel={labels.keep}
      busy={isRemoving}
      error={error}
      onConfirm={() => void remove()}
      onCancel={onCancel}
    />
  );
}

/** A large view of a photo, with its actions. The arrow keys show the previous and the next photo. */
export const Lightbox = observer(function Lightbox({
  photoId,
  details,
  editor,
  readOnly,
  onShow,
  onClose,
}: {
  photoId: number;
  details: EntryDetailsStore;
  editor: Editor;
  readOnly: boolean;
  onShow: (photoId: number) => void;
  onClose: () => void;
}) {
  const dialogFocus = useDialogFocus({ startsOnHeading: true });
  const [isConfirming, setIsConfirming] = useState(false);
  /** The URL that failed last. If it fails again, it is not renewed again. */
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  const alt = useEditorState({
    editor,
    selector: ({ editor: currentEditor }) => altOf(currentEditor.state.doc, photoId),
  });
  const { photos } = details.values;
  const index = photos.findIndex(({ id }) => id === photoId);
  const photo = photos[index];

  useEffect(() => {
    if (!photo) onClose();
  }, [photo, onClose]);
  if (!photo) return null;

  const name = photosText.numbered(index + 1, photos.length);
  const showNeighbour = (step: number) => {
    const neighbour = photos[(index + step + photos.length) % photos.length];
    if (neighbour) onShow(neighbour.id);
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.target instanceof HTMLInputElement || photos.length < 2) return;
    if (event.key === "ArrowLeft") showNeighbour(-1);
    if (event.key === "ArrowRight") showNeighbour(1);
  };
  const renewUrl = () => {
    if (failedUrl === photo.url) return;
    setFailedUrl(photo.url);
    void details.refreshPhotos();
  };

  return (
    <Primitive.Root open onOpenChange={(next) => !next && onClose()}>
      <Primitive.Portal>
        <div className={styles.layer}>
          <Backdrop />
          <Primitive.Content
            className={styles.lightbox}
            aria-describedby={undefined}
            {...dialogFocus.content}
            onKeyDown={handleKey}
          >
            <header className={styles.head}>
              <Primitive.Title className={styles.title} {...dialogFocus.heading}>
                {name}
              </Primitive.Title>
              <p className={styles.size}>{labels.size(photo.width, photo.height, photo.size_text)}</p>
              <Primitive.Close asChild>
                <IconButton label={commonText.actions.close}>
                  <X size={18} aria-hidden />
                </IconButton>
              </Primitive.Close>
            </header>
            <div className={styles.stage}>
              {photos.length > 1 && (
                <IconButton label={labels.previous} onClick={() => showNeighbour(-1)}>
                  <ArrowLeft size={20} aria-hidden />
                </IconButton>
              )}
              <img
                className={styles.photo}
                src={photo.url}
                alt={alt || name}
                width={photo.width}
                height={photo.height}
                onError={renewUrl}
              />
              {photos.length > 1 && (
                <IconButton label={labels.next} onClick={() => showNeighbour(1)}>
                  <ArrowRight size={20} aria-hidden />
                </IconButton>
              )}
            </div>
            {!readOnly && (
              <footer className={styles.foot}>
                {alt === null ? (
                  <p className={styles.hint}>{labels.notInText}</p>
                ) : (
                  <Description
                    key={photo.id}
                    alt={alt}
                    onDescribe={(newAlt) => {
                      if (!editor.isDestroyed) setPhotoAlt(editor.view, photo.id, newAlt);
                    }}
                  />
                )}
                <div className={styles.actions}>
                  <Button onClick={() => setIsConfirming(true)}>{labels.remove}</Button>
                  {alt === null && (
                    <Button
                      variant="primary"
                      onClick={() => {
                        insertPhoto(editor.view, photo.id);
                        onClose();
                      }}
                    >
                      {labels.insert}
                    </Button>
                  )}
                </div>
              </footer>
            )}
          </Primitive.Content>
        </div>
        {isConfirming && (
          <RemoveQuestion
            photoId={photoId}
            details={details}
            editor={editor}
            onCancel={() => setIsConfirming(false)}
          />
        )}
      </Primitive.Portal>
    </Primitive.Root>
  );
});
