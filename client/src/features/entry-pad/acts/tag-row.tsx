import { Plus, X } from "lucide-react";
import { observer } from "mobx-react-lite";
import { lazy, Suspense, useRef, useState } from "react";
import { Link } from "react-router";
import { useServices } from "../../../shared/services.ts";
import { useToasts } from "../../../shared/ui/toast.tsx";
import type { PadSession } from "../pad-session.ts";
import type { BesideStore, EntryTag } from "./beside.store.ts";
import { tagsCopy } from "./tags-copy.ts";
import styles from "./tag-row.module.css";

const TagField = lazy(async () => ({ default: (await import("./tag-field.tsx")).TagField }));

/** The tags of an entry under its title; each leads to the entries that have it. */
export const TagRow = observer(function TagRow({
  session,
  beside,
  readOnly,
}: {
  session: PadSession;
  beside: BesideStore;
  readOnly: boolean;
}) {
  const { api } = useServices();
  const toasts = useToasts();
  const [adds, setAdds] = useState(false);
  const [announcement, setAnnouncement] = useState("");
  const addButton = useRef<HTMLButtonElement>(null);
  const { tags } = beside.extras;

  const remove = async (tag: EntryTag) => {
    const entryId = await session.ensureEntry();
    if (entryId === null) return;
    beside.put({ tags: beside.extras.tags.filter(({ id }) => id !== tag.id) });
    addButton.current?.focus();
    const body = { updated: { entries_removed_from: [entryId] } };
    const result = await api.call("updateTag", { params: { tagId: String(tag.id) }, body });
    if (result.ok || result.status === 404) {
      setAnnouncement(tagsCopy.removed(tag.name));
      return;
    }
    beside.put({ tags: [...beside.extras.tags, tag] });
    toasts.show(result.message);
  };

  return (
    <div className={styles.row}>
      {tags.length > 0 && (
        <ul className={styles.tags} aria-label={tagsCopy.row}>
          {tags.map((tag) => (
            <li key={tag.id} className={styles.tag}>
              <Link
                className={styles.name}
                to={`/journals/${session.journalId}/entries?tag=${tag.id}`}
                title={tagsCopy.filter(tag.name)}
              >
                {tag.name}
              </Link>
              {!readOnly && (
                <button
                  type="button"
                  className={styles.remove}
                  aria-label={tagsCopy.remove(tag.name)}
                  title={tagsCopy.remove(tag.name)}
                  onClick={() => void remove(tag)}
                >
                  <X size={14} aria-hidden />
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {!readOnly && (
        <button
          type="button"
          className={styles.add}
          data-no-print
          ref={addButton}
          aria-expanded={adds}
          onClick={() => setAdds(!adds)}
        >
          <Plus size={14} aria-hidden />
          {tagsCopy.add}
        </button>
      )}
      {adds && !readOnly && (
        <Suspense>
          <TagField
            session={session}
            beside={beside}
            onAdded={(name) => setAnnouncement(tagsCopy.added(name))}
            onClose={() => {
              setAdds(false);
              addButton.current?.focus();
            }}
          />
        </Suspense>
      )}
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
    </div>
  );
});
