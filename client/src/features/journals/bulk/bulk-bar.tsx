import { observer } from "mobx-react-lite";
import { useEffect, useRef, useState } from "react";
import { X } from "lucide-react";
import { useServices } from "../../../shared/services.ts";
import { Button } from "../../../shared/ui/button.tsx";
import { IconButton } from "../../../shared/ui/icon-button.tsx";
import { useToasts } from "../../../shared/ui/toast.tsx";
import type { EntriesPage, EntriesPageKey } from "../../../stores/entries.store.ts";
import { isNarrowed } from "../list-path.ts";
import { ActiveActs } from "./active-acts.tsx";
import styles from "./bulk-bar.module.css";
import { bulkCopy } from "./bulk-copy.ts";
import { type BulkProps, momentOf } from "./which.ts";
import { listed } from "./listed.ts";
import { EmptyTrash, TrashedActs } from "./trashed-acts.tsx";

/** How many entries the whole list has, where the journal's counts say it. */
function totalOf({ view }: EntriesPageKey, { journal }: EntriesPage): number {
  return view === "trashed" ? journal.total_trashed_entries : journal.entries.total_entries;
}

/** The box that stands for all rows of the page. */
const PageBox = observer(function PageBox({ page, selection }: Pick<BulkProps, "page" | "selection">) {
  const box = useRef<HTMLInputElement>(null);
  const chosen = page.entryIds.filter((id) => selection.has(id)).length;
  const isSome = chosen > 0 && chosen < page.entryIds.length;
  useEffect(() => {
    if (box.current) box.current.indeterminate = isSome;
  }, [isSome]);
  return (
    <label className={styles.box}>
      <input
        ref={box}
        type="checkbox"
        checked={chosen > 0 && !isSome}
        onChange={(event) => selection.togglePage(page.entryIds, event.target.checked)}
      />
      <span className={selection.count > 0 ? "visually-hidden" : undefined}>{bulkCopy.selectPage}</span>
    </label>
  );
});

/** Chooses the whole list. Where nothing says how long it is, it is read to its end. */
const SelectAll = observer(function SelectAll({ at, page, selection }: Omit<BulkProps, "acts">) {
  const { api, entries } = useServices();
  const toasts = useToasts();
  const [busy, setBusy] = useState(false);
  const isCounted = !isNarrowed(at) && at.view !== "starred";
  const total = totalOf(at, page);
  const isAll = selection.all !== null || (isCounted && selection.count >= total);
  if (isAll || (at.page === 1 && !page.hasNext)) return null;

  const collect = async () => {
    setBusy(true);
    const found = await listed(api, at);
    setBusy(false);
    if (!found.ok) return toasts.show(found.message);
    for (const entry of found.entries) entries.put(entry);
    selection.selectOnly(found.entries.map(({ id }) => id));
  };
  const takeAll = () => selection.selectAll({ view: at.view, since: momentOf(page), total });
  return (
    <Button
      variant="quiet"
      className={styles.all}
      busy={busy}
      onClick={() => (isCounted ? takeAll() : void collect())}
    >
      {isCounted ? bulkCopy.selectAll(total) : bulkCopy.selectAllShown}
    </Button>
  );
});

/** Above the list, and always in sight: choosing rows, and what can be done with those that are chosen. */
export const BulkBar = observer(function BulkBar(props: BulkProps) {
  const { at, page, selection } = props;
  const { count } = selection;
  return (
    <section className={styles.bar} aria-label={bulkCopy.label} data-active={count > 0 || undefined}>
      <PageBox page={page} selection={selection} />
      <p className={styles.count} aria-live="polite">
        {count > 0 && bulkCopy.selected(count)}
      </p>
      {count > 0 && (
        <>
          <SelectAll at={at} page={page} selection={selection} />
          <div className={styles.acts}>
            {at.view === "trashed" ? <TrashedActs {...props} /> : <ActiveActs {...props} />}
            <IconButton label={bulkCopy.clear} onClick={() => selection.clear()}>
              <X size={18} aria-hidden />
            </IconButton>
          </div>
        </>
      )}
      {count === 0 && at.view === "trashed" && !isNarrowed(at) && <EmptyTrash {...props} />}
    </section>
  );
});
