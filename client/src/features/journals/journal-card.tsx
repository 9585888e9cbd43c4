import type { Journal } from "@daybook/domain/contract/journals";
import { MoreHorizontal, PenLine, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { copy } from "../../shared/copy.ts";
import { relativeDay } from "../../shared/dates.ts";
import { useServices } from "../../shared/services.ts";
import { ButtonLink } from "../../shared/ui/button.tsx";
import { classNames } from "../../shared/ui/class-names.ts";
import { Confirm } from "../../shared/ui/lazy-dialogs.tsx";
import { Menu } from "../../shared/ui/menu.tsx";
import { useToasts } from "../../shared/ui/toast.tsx";
import { Cover } from "./cover.tsx";
import styles from "./journal-card.module.css";
import { NameDialog } from "./name-dialog.tsx";

/** A journal on the shelf: its cover and name lead into it. One that stands `alone` takes the room it has. */
export function JournalCard({ journal, alone = false }: { journal: Journal; alone?: boolean }) {
  const { journals, clock } = useServices();
  const toasts = useToasts();
  const [open, setOpen] = useState<"rename" | "delete" | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const { id, name } = journal;
  const count = copy.journals.entries(journal.entries.total_entries);

  const restore = async () => {
    const result = await journals.restore(id);
    toasts.show(result.ok ? copy.journals.restored(name) : result.message);
  };

  const remove = async () => {
    const result = await journals.remove(id);
    if (!result.ok) return setRefusal(result.message);
    toasts.show(copy.journals.deleted(name), { label: copy.actions.undo, run: () => void restore() });
  };

  return (
    <li className={classNames(styles.card, alone && styles.alone)}>
      <Link className={styles.cover} to={`/journals/${id}`} tabIndex={-1} aria-hidden>
        <Cover journal={journal} />
      </Link>
      <div className={styles.facts}>
        <h2 className={styles.name}>
          <Link to={`/journals/${id}`}>{name}</Link>
        </h2>
        <Menu
          label={copy.journals.menu(name)}
          icon={<MoreHorizontal size={18} aria-hidden />}
          items={[
            {
              label: copy.actions.rename,
              icon: <Pencil size={16} aria-hidden />,
              run: () => setOpen("rename"),
            },
            {
              label: copy.actions.delete,
              icon: <Trash2 size={16} aria-hidden />,
              danger: true,
              run: () => {
                setRefusal(null);
                setOpen("delete");
              },
            },
          ]}
        />
        <p className={styles.count}>
          {journal.last_update ? (
            <>
              {count}
              <br />
              {copy.journals.written(relativeDay(journal.last_update, clock.now()))}
            </>
          ) : alone ? (
            copy.journals.firstPage
          ) : (
            copy.journals.never
          )}
        </p>
      </div>
      <ButtonLink
        className={styles.write}
        variant={alone ? "primary" : "secondary"}
        to={`/journals/${id}/new`}
        aria-label={copy.journals.newEntryIn(name)}
        icon={<PenLine size={16} aria-hidden />}
      >
        {copy.journals.newEntry}
      </ButtonLink>
      <NameDialog
        open={open === "rename"}
        title={copy.journals.renameTitle}
        submitLabel={copy.actions.save}
        name={name}
        onClose={() => setOpen(null)}
        save={(next) => journals.rename(id, next)}
      />
      <Confirm
        open={open === "delete"}
        title={copy.journals.deleteTitle(name)}
        detail={copy.journals.deleteDetail(count)}
        confirmLabel={copy.actions.delete}
        danger
        error={refusal ?? undefined}
        onConfirm={() => void remove()}
        onCancel={() => setOpen(null)}
      />
    </li>
  );
}
