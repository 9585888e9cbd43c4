import { observer } from "mobx-react-lite";
import { useEffect } from "react";
import { AboutPro } from "../../shared/ui/about-pro.tsx";
import { Select } from "../../shared/ui/select.tsx";
import { searchText } from "./search-text.ts";
import { fields, orders, type SearchKey } from "./search-path.ts";
import styles from "./search-filters.module.css";
import { useStores } from "../../stores/use-stores.ts";

type FilterProps = { searchKey: SearchKey; onChange: (change: Partial<SearchKey>) => void };

/** The journal filter. A journal from the URL that is deleted or not loaded stays an option. */
const JournalChoice = observer(function JournalChoice({ searchKey, onChange }: FilterProps) {
  const { journals } = useStores();
  useEffect(() => {
    const controller = new AbortController();
    if (journals.all === null) void journals.load({ signal: controller.signal });
    return () => controller.abort();
  }, [journals]);
  const allJournals = journals.all ?? [];
  const isListed =
    searchKey.journal === null || allJournals.some(({ id }) => String(id) === searchKey.journal);
  return (
    <Select
      label={searchText.journal}
      value={searchKey.journal ?? ""}
      onChange={({ target }) => onChange({ journal: target.value === "" ? null : target.value })}
    >
      <option value="">{searchText.allJournals}</option>
      {!isListed && <option value={searchKey.journal ?? ""}>{searchText.otherJournal}</option>}
      {allJournals.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  );
});

/**
 * The filters, and the sort order if there is something to sort. The choices are stored in the URL. A free account has no
 * filters: it sees a note about PRO, together with the sort order.
 */
export function SearchFilters({
  searchKey,
  canFilter,
  canSort,
  onChange,
}: FilterProps & {
  canFilter: boolean;
  /** there are entries to sort */
  canSort: boolean;
}) {
  if (!canFilter && !canSort) return null;
  return (
    <div className={styles.filters} role="group" aria-label={searchText.filtersLabel}>
      {canFilter && (
        <>
          <Select
            label={searchText.field}
            value={searchKey.field}
            onChange={({ target }) =>
              onChange({ field: fields.find((field) => field === target.value) ?? "everything" })
            }
          >
            {fields.map((field) => (
              <option key={field} value={field}>
                {searchText.fields[field]}
              </option>
            ))}
          </Select>
          <JournalChoice searchKey={searchKey} onChange={onChange} />
        </>
      )}
      {!canFilter && (
        <span className={styles.note}>
          {searchText.filtersNeedPro} <AboutPro source="search_filters" />
        </span>
      )}
      {canSort && (
        <div className={styles.order}>
          <Select
            label={searchText.order}
            value={searchKey.order}
            onChange={({ target }) =>
              onChange({ order: orders.find((order) => order === target.value) ?? "relevance" })
            }
          >
            {orders.map((order) => (
              <option key={order} value={order}>
                {searchText.orders[order]}
              </option>
            ))}
          </Select>
        </div>
      )}
    </div>
  );
}
