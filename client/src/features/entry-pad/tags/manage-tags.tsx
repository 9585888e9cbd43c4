import { bounds } from "@daybook/domain/contract/bounds";
import type { Tag } from "@daybook/domain/contract/tags";
import { Pencil, Trash2 } from "lucide-react";
import { type FormEvent, useEffect, useState } from "react";
import { deleteTag, listTags, renameTag } from "../../../shared/entry-actions/tag-actions.ts";
import { useServices } from "../../../shared/services.ts";
import { Button } from "../../../shared/ui/button.tsx";
import { Confirm } from "../../../shared/ui/confirm.tsx";
import { Dialog } from "../../../shared/ui/dialog.tsx";
import { Field } from "../../../shared/ui/field.tsx";
import { IconButton } from "../../../shared/ui/icon-button.tsx";
import { Notice } from "../../../shared/ui/notice.tsx";
import { Skeleton } from "../../../shared/ui/skeleton.tsx";
import type { EntryDetailsStore } from "../entry-details.store.ts";
import styles from "./manage-tags.module.css";
import { comparable } from "./tag-names.ts";
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

type Asking = { what: "delete"; tag: Tag } | { what: "merge"; tag: Tag; into: Tag };

/** All tags of the user: rename, merge, delete. */
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
  const [tags, setTags] = useState<readonly Tag[] | null>(null);
  const [failure, setFailure] = useState<string>();
  const [renames, setRenames] = useState<number | null>(null);
  const [asking, setAsking] = useState<Asking | null>(null);
  const [error, setError] = useState<string>();

  const load = async () => {
    const result = await listTags(api);
    if (result.ok) setTags(result.data.tags.map(({ tag }) => tag));
    setFailure(result.ok ? undefined : result.message);
    if (entryId === null) return;
    const entryTags = await listTags(api, { entryId });
    if (entryTags.ok)
      details.put({ tags: entryTags.data.tags.map(({ tag: { id, name } }) => ({ id, name })) });
  };
  useEffect(() => {
    void load();
    // oxlint-disable-next-line react/exhaustive-deps -- once, when the dialog opens; each change loads again
  }, []);

  const rename = async (tag: Tag, name: string) => {
    const result = await renameTag(api, tag.id, name);
    setError(result.ok ? undefined : (result.fields?.name ?? result.message));
    if (!result.ok) return;
    setAsking(null);
    setRenames(null);
    await load();
  };
  const askToRename = (tag: Tag, name: string) => {
    const into = tags?.find((other) => other.id !== tag.id && comparable(other.name) === comparable(name));
    setError(undefined);
    if (into) setAsking({ what: "merge", tag, into });
    else void rename(tag, name);
  };
  const remove = async (tag: Tag) => {
    const result = await deleteTag(api, tag.id);
    setError(result.ok ? undefined : result.message);
    if (!result.ok) return;
    setAsking(null);
    await load();
  };

  const start = (next: () => void) => () => {
    setError(undefined);
    next();
  };
  return (
    <Dialog open onClose={onClose} title={manage.title} description={manage.lead}>
      {failure && <Notice tone="failure">{failure}</Notice>}
      {!tags && !failure && <Skeleton lines={4} />}
      {tags?.length === 0 && <p className={styles.none}>{manage.none}</p>}
      <ul className={styles.list}>
        {tags?.map((tag) => (
          <li key={tag.id} className={styles.row}>
            {renames === tag.id ? (
              <RenameForm
                tag={tag}
                error={asking ? undefined : error}
                onRename={(name) => askToRename(tag, name)}
                onCancel={() => setRenames(null)}
              />
            ) : (
              <>
                <span className={styles.name}>{tag.name}</span>
                <span className={styles.count}>{tagsText.entries(tag.total_entries)}</span>
                <IconButton label={manage.rename(tag.name)} onClick={start(() => setRenames(tag.id))}>
                  <Pencil size={16} aria-hidden />
                </IconButton>
                <IconButton
                  label={manage.delete(tag.name)}
                  onClick={start(() => setAsking({ what: "delete", tag }))}
                >
                  <Trash2 size={16} aria-hidden />
                </IconButton>
              </>
            )}
          </li>
        ))}
      </ul>
      {asking?.what === "merge" && (
        <Confirm
          open
          title={manage.mergeTitle(asking.into.name)}
          detail={manage.merge(asking.tag.name, asking.into.name, asking.tag.total_entries)}
          confirmLabel={manage.mergeDo}
          error={error}
          onConfirm={() => void rename(asking.tag, asking.into.name)}
          onCancel={() => setAsking(null)}
        />
      )}
      {asking?.what === "delete" && (
        <Confirm
          open
          danger
          title={manage.deleteTitle(asking.tag.name)}
          detail={manage.deleteDetail(asking.tag.total_entries)}
          confirmLabel={manage.deleteDo}
          error={error}
          onConfirm={() => void remove(asking.tag)}
          onCancel={() => setAsking(null)}
        />
      )}
    </Dialog>
  );
}
