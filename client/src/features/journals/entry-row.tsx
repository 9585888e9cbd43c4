import type { ListedEntry } from "@daybook/domain/contract/entries";
import { RotateCcw, Star, Trash2 } from "lucide-react";
import { useState } from "react";
import { Link, useRevalidator } from "react-router";
import { copy } from "../../shared/copy.ts";
import { formatLocalDate } from "../../shared/dates.ts";
import { useServices } from "../../shared/services.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Confirm } from "../../shared/ui/lazy-dialogs.tsx";
import { IconButton } from "../../shared/ui/icon-button.tsx";
import { useToasts } from "../../shared/ui/toast.tsx";
import type { EntriesView } from "../../stores/entries.store.ts";
import type { Outcome } from "../../stores/journals.store.ts";
import styles from "./entry-row.module.css";

/** What can be done with an entry from its list; a refusal is said in a message. */
function useEntryActs(entry: ListedEntry) {
  const { entries } = useServices();
  const toasts = useToasts();
  const { revalidate } = useRevalidator();
  const after = async (act: Promise<Outcome>, done: () => void) => {
    const outcome = await act;
    if (!outcome.ok) return toasts.show(outcome.message);
    done();
    await revalidate();
  };
  const restore = () => after(entries.restore(entry), () => toasts.show(copy.entries.restored));
  return {
    restore,
    star: () => after(entries.star(entry, !entry.starred), () => {}),
    trash: () =>
      after(entries.trash(entry), () =>
        toasts.show(copy.entries.trashed, { label: copy.actions.undo, run: () => void restore() }),
      ),
    erase: () => after(entries.erase(entry), () => toasts.show(copy.entries.deletedForEver)),
  };
}

function TrashedActs({ entry, title }: { entry: ListedEntry; title: string }) {
  const acts = useEntryActs(entry);
  const [asking, setAsking] = useState(false);
  return (
    <div className={styles.acts}>
      <Button
        icon={<RotateCcw size={16} aria-hidden />}
        aria-label={copy.entries.restore(title)}
        onClick={() => void acts.restore()}
      >
        {copy.actions.restore}
      </Button>
      <Button
        variant="quiet"
        aria-label={copy.entries.deleteForEverOf(title)}
        onClick={() => setAsking(true)}
      >
        {copy.entries.deleteForEver}
      </Button>
      <Confirm
        open={asking}
        title={copy.entries.eraseTitle(title)}
        detail={copy.entries.eraseDetail}
        confirmLabel={copy.entries.deleteForEver}
        danger
        onConfirm={() => {
          setAsking(false);
          void acts.erase();
        }}
        onCancel={() => setAsking(false)}
      />
    </div>
  );
}

function Acts({ entry, title }: { entry: ListedEntry; title: string }) {
  const acts = useEntryActs(entry);
  return (
    <div className={styles.acts}>
      <IconButton
        className={styles.star}
        label={entry.starred ? copy.entries.unstar(title) : copy.entries.star(title)}
        aria-pressed={entry.starred}
        onClick={() => void acts.star()}
      >
        <Star size={18} fill={entry.starred ? "currentColor" : "none"} aria-hidden />
      </IconButton>
      <IconButton label={copy.entries.trash(title)} onClick={() => void acts.trash()}>
        <Trash2 size={18} aria-hidden />
      </IconButton>
    </div>
  );
}

/** One entry of the list. In the trash it can be brought back or destroyed, not opened. */
export function EntryRow({ entry, view }: { entry: ListedEntry; view: EntriesView }) {
  const title = entry.title.trim() || copy.entries.untitled;
  const path = `/journals/${entry.journal.id}/${entry.id}`;
  return (
    <li className={styles.row}>
      <time className={styles.date} dateTime={entry.local_date}>
        {formatLocalDate(entry.local_date)}
      </time>
      <div className={styles.text}>
        <h3 className={styles.title} data-untitled={entry.title.trim() === "" || undefined}>
          {view === "trashed" ? title : <Link to={path}>{title}</Link>}
        </h3>
        <p className={styles.excerpt}>{entry.excerpt || copy.entries.noText}</p>
        <p className={styles.words}>{copy.entries.words(entry.word_count)}</p>
      </div>
      {view === "trashed" ? (
        <TrashedActs entry={entry} title={title} />
      ) : (
        <Acts entry={entry} title={title} />
      )}
    </li>
  );
}
