import { Plus, X } from "lucide-react";
import { observer } from "mobx-react-lite";
import { lazy, Suspense, useRef, useState } from "react";
import { Link } from "react-router";
import { prefetch, whenReachable } from "../../../shared/connection.ts";
import { removeTag } from "../../../shared/entry-actions/tag-actions.ts";
import { useServices } from "../../../shared/services.ts";
import { useToasts } from "../../../shared/ui/toast.tsx";
import { TypedAhead } from "../../../shared/ui/typed-ahead.tsx";
import type { PadSession } from "../session/pad-session.ts";
import type { EntryDetailsStore, EntryTag } from "../entry-details.store.ts";
import { tagsText } from "./tags-text.ts";
import styles from "./tag-row.module.css";

const loadTagField = () => import("./tag-field.tsx");
const TagField = lazy(whenReachable(async () => ({ default: (await loadTagField()).TagField })));
/** Loads the field before the click, so that text typed right after the click goes into it. */
const prefetchTagField = () => prefetch(loadTagField);

/** The tags of the entry, under its title. Each links to the entries with this tag. */
export const TagRow = observer(function TagRow({
  session,
  details,
  readOnly,
}: {
  session: PadSession;
  details: EntryDetailsStore;
  readOnly: boolean;
}) {
  const { api } = useServices();
  const toasts = useToasts();
  const [isAdding, setIsAdding] = useState(false);
  const [announcement, setAnnouncement] = useState("");
  const addButton = useRef<HTMLButtonElement>(null);
  const { tags } = details.values;

  const remove = async (tag: EntryTag) => {
    const entryId = await session.ensureEntry();
    if (entryId === null) return;
    details.put({ tags: details.values.tags.filter(({ id }) => id !== tag.id) });
    addButton.current?.focus();
    const result = await details.queueTagChange(() => removeTag(api, tag.id, [entryId]));
    if (result.ok || result.status === 404) {
      setAnnouncement(tagsText.removed(tag.name));
      return;
    }
    details.put({ tags: [...details.values.tags, tag] });
    toasts.show(result.message);
  };

  const closeField = () => {
    setIsAdding(false);
    addButton.current?.focus();
  };

  return (
    <div className={styles.row}>
      {tags.length > 0 && (
        <ul className={styles.tags} aria-label={tagsText.row}>
          {tags.map((tag) => (
            <li key={tag.id} className={styles.tag}>
              <Link
                className={styles.name}
                to={`/journals/${session.journalId}/entries?tag=${tag.id}`}
                title={tagsText.filter(tag.name)}
              >
                {tag.name}
              </Link>
              {!readOnly && (
                <button
                  type="button"
                  className={styles.remove}
                  data-no-print
                  aria-label={tagsText.remove(tag.name)}
                  title={tagsText.remove(tag.name)}
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
          aria-expanded={isAdding}
          onPointerEnter={prefetchTagField}
          onFocus={prefetchTagField}
          onClick={() => setIsAdding(!isAdding)}
        >
          <Plus size={14} aria-hidden />
          {tagsText.add}
        </button>
      )}
      {isAdding && !readOnly && (
        <Suspense fallback={<TypedAhead onClose={closeField} />}>
          <TagField
            session={session}
            details={details}
            onAdded={(name) => setAnnouncement(tagsText.added(name))}
            onClose={closeField}
          />
        </Suspense>
      )}
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
    </div>
  );
});
