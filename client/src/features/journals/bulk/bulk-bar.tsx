import { observer } from "mobx-react-lite";
import { useEffect, useRef, useState } from "react";
import { X } from "lucide-react";
import { useServices } from "../../../shared/services.ts";
import { Button } from "../../../shared/ui/button.tsx";
import { IconButton } from "../../../shared/ui/icon-button.tsx";
import { useToasts } from "../../../shared/ui/toast.tsx";
import { useIsMounted } from "../../../shared/use-is-mounted.ts";
import type { EntriesPage, EntriesPageKey } from "../../../stores/entries.store.ts";
import { hasFilters } from "../list-path.ts";
import { ActiveActions } from "./active-actions.tsx";
import styles from "./bulk-bar.module.css";
import { bulkText } from "./bulk-text.ts";
import { type BulkProps, lastChangeTimeOf } from "./bulk-props.ts";
import { loadAllEntries } from "./all-entries.ts";
import { EmptyTrash, TrashedActions } from "./trashed-actions.tsx";
import { useStores } from "../../../stores/use-stores.ts";

/** The number of entries of the whole list, from the journal's counts. Wrong for filtered lists and for the list of starred entries. */
function totalOf({ view }: EntriesPageKey, { journal }: EntriesPage): number {
  return view === "trashed" ? journal.total_trashed_entries : journal.entries.total_entries;
}

/** The checkbox for all rows of the page. */
const PageCheckbox = observer(function PageCheckbox({
  page,
  selection,
}: Pick<BulkProps, "page" | "selection">) {
  const checkbox = useRef<HTMLInputElement>(null);
  const selectedCount = page.entryIds.filter((id) => selection.has(id)).length;
  const isPartlySelected = selectedCount > 0 && selectedCount < page.entryIds.length;
  useEffect(() => {
    if (checkbox.current) checkbox.current.indeterminate = isPartlySelected;
  }, [isPartlySelected]);
  return (
    <label className={styles.pageCheckbox}>
      <input
        ref={checkbox}
        type="checkbox"
        checked={selectedCount > 0 && !isPartlySelected}
        onChange={(event) => selection.togglePage(page.entryIds, event.target.checked)}
      />
      <span className={selection.count > 0 ? "visually-hidden" : undefined}>{bulkText.selectPage}</span>
    </label>
  );
});

/** Selects the whole list. When its length is unknown, all of its pages are loaded. */
const SelectAll = observer(function SelectAll({ pageKey, page, selection }: Omit<BulkProps, "actions">) {
  const { api } = useServices();
  const { entries } = useStores();
  const toasts = useToasts();
  const isMounted = useIsMounted();
  const [busy, setBusy] = useState(false);
  const isTotalKnown = !hasFilters(pageKey) && pageKey.view !== "starred";
  const total = totalOf(pageKey, page);
  const isAllSelected = selection.all !== null || (isTotalKnown && selection.count >= total);
  if (isAllSelected || (pageKey.page === 1 && !page.hasNext)) return null;

  const loadAndSelectAll = async () => {
    const idsBefore = selection.ids;
    setBusy(true);
    const result = await loadAllEntries(api, pageKey);
    setBusy(false);
    // Do nothing when the selection was changed or cleared in the meantime, or when this list is no longer shown: the user has left it, or
    // a lock or a log-out hides its entries.
    if (selection.ids !== idsBefore || !isMounted()) return;
    if (!result.ok) return toasts.show(result.message);
    for (const entry of result.entries) entries.put(entry);
    selection.selectOnly(result.entries.map(({ id }) => id));
  };
  const selectWholeList = () =>
    selection.selectAll({ view: pageKey.view, since: lastChangeTimeOf(page), total });
  return (
    <Button
      variant="quiet"
      className={styles.selectAll}
      busy={busy}
      onClick={() => (isTotalKnown ? selectWholeList() : void loadAndSelectAll())}
    >
      {isTotalKnown ? bulkText.selectAll(total) : bulkText.selectAllMatching}
    </Button>
  );
});

/** The sticky bar above the list. It selects all rows of the page or list, and has the actions on the selected entries. */
export const BulkBar = observer(function BulkBar(props: BulkProps) {
  const { pageKey, page, selection } = props;
  const { count } = selection;
  return (
    <section className={styles.bar} aria-label={bulkText.label} data-active={count > 0 || undefined}>
      <PageCheckbox page={page} selection={selection} />
      <p className={styles.count} aria-live="polite">
        {count > 0 && bulkText.selected(count)}
      </p>
      {count > 0 && (
        <>
          <SelectAll pageKey={pageKey} page={page} selection={selection} />
          <div className={styles.actions}>
            {pageKey.view === "trashed" ? <TrashedActions {...props} /> : <ActiveActions {...props} />}
            <IconButton label={bulkText.clear} onClick={() => selection.clear()}>
              <X size={18} aria-hidden />
            </IconButton>
          </div>
        </>
      )}
      {count === 0 && pageKey.view === "trashed" && !hasFilters(pageKey) && <EmptyTrash {...props} />}
    </section>
  );
});
