import { bounds } from "@daybook/domain/contract/bounds";
import type { Tag } from "@daybook/domain/contract/tags";
import { Pencil, Trash2 } from "lucide-react";
import { type FormEvent, useEffect, useState } from "react";
import { deleteTag, listTags, renameTag } from "../../../shared/entry-actions/tag-actions.ts";
import { useServices } from "../../../shared/services.ts";
import { comparableName } from "../../../shared/tag-name.ts";
import { Button } from "../../../shared/ui/button.tsx";
import { Confirm } from "../../../shared/ui/confirm.tsx";
import { Dialog } from "../../../shared/ui/dialog.tsx";
import { Field } from "../../../shared/ui/field.tsx";
import { IconButton } from "../../../shared/ui/icon-button.tsx";
import { Notice } from "../../../shared/ui/notice.tsx";
import { Skeleton } from "../../../shared/ui/skeleton.tsx";
import { useToasts } from "../../../shared/ui/toast.tsx";
import { useIsMounted } from "../../../shared/use-is-mounted.ts";
import type { EntryDetailsStore } from "../entry-details.store.ts";
import styles from "./manage-tags.module.css";
import { tagsText } from "./tags-text.ts";

const { manage } = tagsText;

function RenameForm({
  tag,
  error,
  onRename,
  onCancel,
}: {
  tag: Tag;
  error: string | undefined;
  onRename: (name: string) => void;
  onCancel: () => void;
}) {
  const [name, setName] = useState(tag.name);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (name.trim() !== "") onRename(name.trim());
  };
  return (
    <form className={styles.rename} onSubmit={submit} noValidate>
      <Field
        label={manage.name}
        value={name}
        error={error}
        maxLength={bounds.tagName}
        autoComplete="off"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the field replaces the button that was pressed
        autoFocus
        onChange={({ target }) => setName(target.value)}
      />
      <div className={styles.actions}>
        <Button onClick={onCancel}>{manage.cancel}</Button>
        <Button variant="primary" type="submit">
          {manage.save}
        </Button>
      </div>
    </form>
  );
}

type Confirmation = { kind: "delete"; tag: Tag } | { kind: "merge"; tag: Tag; into: Tag };

/** Lists all tags of the user, and renames, merges and deletes them. */
export function ManageTags({
  details,
  entryId,
  onClose,
}: {
  details: EntryDetailsStore;
  /** the entry behind the dialog, whose tags may change too */
  entryId: number | null;
  onClose: () => void;
}) {
  const { api } = useServices();
  const toasts = useToasts();
  const isMounted = useIsMounted();
  const [tags, setTags] = useState<readonly Tag[] | null>(null);
  const [loadError, setLoadError] = useState<string>();
  const [renamedTagId, setRenamedTagId] = useState<number | null>(null);
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null);
  const [changeError, setChangeError] = useState<{ tagId: number; message: string } | null>(null);

  const loadEntryTags = async (id: number): Promise<void> => {
    const tagsBefore = details.values.tags;
    // The request waits for tag changes in progress. Otherwise the reply could still contain a tag that is being removed.
    const result = await details.queueTagChange(() => listTags(api, { entryId: id }));
    if (!result.ok) return;
    // A tag may have been added or removed after the request was sent.
    if (details.values.tags !== tagsBefore) return loadEntryTags(id);
    details.put({ tags: result.data.tags.map(({ tag }) => ({ id: tag.id, name: tag.name })) });
  };
  const load = async () => {
    const result = await listTags(api);
    if (result.ok) setTags(result.data.tags.map(({ tag }) => tag));
    setLoadError(result.ok ? undefined : result.message);
    if (entryId !== null) await loadEntryTags(entryId);
  };
  useEffect(() => {
    void load();
    // oxlint-disable-next-line react/exhaustive-deps -- once, when the dialog opens; each change loads again
  }, []);

  // Before the reply, the user may have opened the form or the confirmation of another tag. That one stays open without this error.
  const finishChange = async ({ id: tagId, name }: Tag, error: string | null) => {
    if (error !== null) {
      setChangeError({ tagId, message: error });
      if (!isMounted()) toasts.show(manage.notChanged(name, error));
      return;
    }
    setConfirmation((shown) => (shown?.tag.id === tagId ? null : shown));
    setRenamedTagId((shownId) => (shownId === tagId ? null : shownId));
    await load();
  };
  const errorOf = (tagId: number) => (changeError?.tagId === tagId ? changeError.message : undefined);
  const rename = async (tag: Tag, name: string) => {
    const result = await renameTag(api, tag.id, name);
    await finishChange(tag, result.ok ? null : (result.fields?.name ?? result.message));
  };
  const renameOrAskToMerge = (tag: Tag, name: string) => {
    const target = tags?.find(
      (otherTag) => otherTag.id !== tag.id && comparableName(otherTag.name) === comparableName(name),
    );
    setChangeError(null);
    if (target) setConfirmation({ kind: "merge", tag, into: target });
    else void rename(tag, name);
  };
  const remove = async (tag: Tag) => {
    const result = await deleteTag(api, tag.id);
    await finishChange(tag, result.ok ? null : result.message);
  };

  const clearErrorAnd = (action: () => void) => () => {
    setChangeError(null);
    action();
  };
  return (
    <Dialog open onClose={onClose} title={manage.title} description={manage.lead}>
      {loadError && <Notice tone="failure">{loadError}</Notice>}
      {!tags && !loadError && <Skeleton lines={4} />}
      {tags?.length === 0 && <p className={styles.noTags}>{manage.none}</p>}
      <ul className={styles.list}>
        {tags?.map((tag) => (
          <li key={tag.id} className={styles.row}>
            {renamedTagId === tag.id ? (
              <RenameForm
                tag={tag}
                error={confirmation ? undefined : errorOf(tag.id)}
                onRename={(name) => renameOrAskToMerge(tag, name)}
                onCancel={() => setRenamedTagId(null)}
              />
            ) : (
              <>
                <span className={styles.name}>{tag.name}</span>
                <span className={styles.count}>{tagsText.entries(tag.total_entries)}</span>
                <IconButton
                  label={manage.rename(tag.name)}
                  onClick={clearErrorAnd(() => setRenamedTagId(tag.id))}
                >
                  <Pencil size={16} aria-hidden />
                </IconButton>
                <IconButton
                  label={manage.delete(tag.name)}
                  onClick={clearErrorAnd(() => setConfirmation({ kind: "delete", tag }))}
                >
                  <Trash2 size={16} aria-hidden />
                </IconButton>
              </>
            )}
          </li>
        ))}
      </ul>
      {confirmation?.kind === "merge" && (
        <Confirm
          open
          title={manage.mergeTitle(confirmation.into.name)}
          detail={manage.mergeDetail(
            confirmation.tag.name,
            confirmation.into.name,
            confirmation.tag.total_entries,
          )}
          confirmLabel={manage.confirmMerge}
          error={errorOf(confirmation.tag.id)}
          onConfirm={() => void rename(confirmation.tag, confirmation.into.name)}
          onCancel={() => setConfirmation(null)}
        />
      )}
      {confirmation?.kind === "delete" && (
        <Confirm
          open
          danger
          title={manage.deleteTitle(confirmation.tag.name)}
          detail={manage.deleteDetail(confirmation.tag.total_entries)}
          confirmLabel={manage.confirmDelete}
          error={errorOf(confirmation.tag.id)}
          onConfirm={() => void remove(confirmation.tag)}
          onCancel={() => setConfirmation(null)}
        />
      )}
    </Dialog>
  );
}
