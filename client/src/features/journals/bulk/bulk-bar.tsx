import { observer } from "mobx-react-lite";
import { useEffect, useRef, useState } from "react";
import { X } from "lucide-react";
import { useServices } from "../../../shared/services.ts";
import { Button } from "../../../shared/ui/button.tsx";
import { IconButton } from "../../../shared/ui/icon-button.tsx";
import { useToasts } from "../../../shared/ui/toast.tsx";
import type { EntriesPage, EntriesPageKey } from "../../../stores/entries.store.ts";
import { hasFilters } from "../list-path.ts";
import { ActiveActions } from "./active-actions.tsx";
import styles from "./bulk-bar.module.css";
import { bulkText } from "./bulk-text.ts";
import { type BulkProps, sinceOf } from "./bulk-props.ts";
import { loadAllEntries } from "./all-entries.ts";
import { EmptyTrash, TrashedActions } from "./trashed-actions.tsx";
import { useStores } from "../../../stores/use-stores.ts";

/** The number of entries of the whole list, from the journal's counts. */
function totalOf({ view }: EntriesPageKey, { journal }: EntriesPage): number {
  return view === "trashed" ? journal.total_trashed_entries : journal.entries.total_entries;
}

/** The checkbox for all rows of the page. */
const PageBox = observer(function PageBox({ page, selection }: Pick<BulkProps, "page" | "selection">) {
  const box = useRef<HTMLInputElement>(null);
  const selectedCount = page.entryIds.filter((id) => selection.has(id)).length;
  const isSome = selectedCount > 0 && selectedCount < page.entryIds.length;
  useEffect(() => {
    if (box.current) box.current.indeterminate = isSome;
  }, [isSome]);
  return (
    <label className={styles.box}>
      <input
        ref={box}
        type="checkbox"
        checked={selectedCount > 0 && !isSome}
        onChange={(event) => selection.togglePage(page.entryIds, event.target.checked)}
      />
      <span className={selection.count > 0 ? "visually-hidden" : undefined}>{bulkText.selectPage}</span>
    </label>
  );
});

/** Selects the whole list. When its length is unknown, all of its pages are loaded. */
const SelectAll = observer(function SelectAll({ at, page, selection }: Omit<BulkProps, "actions">) {
  const { api } = useServices();
  const { entries } = useStores();
  const toasts = useToasts();
  const [busy, setBusy] = useState(false);
  const isCounted = !hasFilters(at) && at.view !== "starred";
  const total = totalOf(at, page);
  const isAll = selection.all !== null || (isCounted && selection.count >= total);
  if (isAll || (at.page === 1 && !page.hasNext)) return null;

  const collect = async () => {
    setBusy(true);
    const loadedEntries = await loadAllEntries(api, at);
    setBusy(false);
    if (!loadedEntries.ok) return toasts.show(loadedEntries.message);
    for (const entry of loadedEntries.entries) entries.put(entry);
    selection.selectOnly(loadedEntries.entries.map(({ id }) => id));
  };
  const takeAll = () => selection.selectAll({ view: at.view, since: sinceOf(page), total });
  return (
    <Button
      variant="quiet"
      className={styles.all}
      busy={busy}
      onClick={() => (isCounted ? takeAll() : void collect())}
    >
      {isCounted ? bulkText.selectAll(total) : bulkText.selectAllShown}
    </Button>
  );
});

/** The sticky bar above the list: select rows, and the actions on the selected ones. */
export const BulkBar = observer(function BulkBar(props: BulkProps) {
  const { at, page, selection } = props;
  const { count } = selection;
  return (
    <section className={styles.bar} aria-label={bulkText.label} data-active={count > 0 || undefined}>
      <PageBox page={page} selection={selection} />
      <p className={styles.count} aria-live="polite">
        {count > 0 && bulkText.selected(count)}
      </p>
      {count > 0 && (
        <>
          <SelectAll at={at} page={page} selection={selection} />
          <div className={styles.actions}>
            {at.view === "trashed" ? <TrashedActions {...props} /> : <ActiveActions {...props} />}
            <IconButton label={bulkText.clear} onClick={() => selection.clear()}>
              <X size={18} aria-hidden />
            </IconButton>
          </div>
        </>
      )}
      {count === 0 && at.view === "trashed" && !hasFilters(at) && <EmptyTrash {...props} />}
    </section>
  );
});
