import { ChevronDown, ChevronRight } from "lucide-react";
import { observer } from "mobx-react-lite";
import { useState } from "react";
import { copy } from "../../shared/copy.ts";
import { useServices } from "../../shared/services.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Notice } from "../../shared/ui/notice.tsx";
import { Skeleton } from "../../shared/ui/skeleton.tsx";
import { useToasts } from "../../shared/ui/toast.tsx";
import { Cover } from "./cover.tsx";
import styles from "./deleted-journals.module.css";

/** The journals of the trash, below the shelf, for whoever looks for one. */
export const DeletedJournals = observer(function DeletedJournals() {
  const { journals } = useServices();
  const toasts = useToasts();
  const [open, setOpen] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);

  const toggle = async () => {
    setOpen(!open);
    setRefusal(null);
    if (open) return;
    const result = await journals.loadTrashed();
    if (!result.ok) setRefusal(result.message);
  };

  const restore = async (id: number, name: string) => {
    const result = await journals.restore(id);
    if (!result.ok && result.code === "pro_required") toasts.show(copy.journals.proRequired);
    else toasts.show(result.ok ? copy.journals.restored(name) : result.message);
  };

  return (
    <section className={styles.section}>
      <Button
        className={styles.toggle}
        variant="quiet"
        aria-expanded={open}
        icon={open ? <ChevronDown size={16} aria-hidden /> : <ChevronRight size={16} aria-hidden />}
        onClick={() => void toggle()}
      >
        {copy.journals.trashed}
      </Button>
      {open && refusal && <Notice tone="failure">{refusal}</Notice>}
      {open && !refusal && !journals.trashed && <Skeleton lines={1} />}
      {open && journals.trashed?.length === 0 && <p className={styles.none}>{copy.journals.trashedEmpty}</p>}
      {open && journals.trashed && journals.trashed.length > 0 && (
        <ul className={styles.list}>
          {journals.trashed.map((journal) => (
            <li key={journal.id} className={styles.item}>
              <div className={styles.cover}>
                <Cover journal={journal} small />
              </div>
              <div className={styles.facts}>
                <p className={styles.name}>{journal.name}</p>
                <p className={styles.none}>{copy.journals.entries(journal.entries.total_entries)}</p>
              </div>
              <Button
                aria-label={`${copy.actions.restore} ${journal.name}`}
                onClick={() => void restore(journal.id, journal.name)}
              >
                {copy.actions.restore}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
});
