import { observer } from "mobx-react-lite";
import { useEffect } from "react";
import { useServices } from "../../shared/services.ts";
import { Select } from "../../shared/ui/select.tsx";
import { searchCopy } from "./search-copy.ts";
import { fields, orders, type SearchKey } from "./search-path.ts";
import styles from "./search-filters.module.css";

type FilterProps = { asked: SearchKey; onChange: (change: Partial<SearchKey>) => void };

/** Which journal is searched. One that is gone, or not known yet, is offered as long as the address names it. */
const JournalChoice = observer(function JournalChoice({ asked, onChange }: FilterProps) {
  const { journals } = useServices();
  useEffect(() => {
    const controller = new AbortController();
    if (journals.all === null) void journals.load(controller.signal);
    return () => controller.abort();
  }, [journals]);
  const own = journals.all ?? [];
  const isKnown = asked.journal === null || own.some(({ id }) => String(id) === asked.journal);
  return (
    <Select
      label={searchCopy.journal}
      value={asked.journal ?? ""}
      onChange={({ target }) => onChange({ journal: target.value === "" ? null : target.value })}
    >
      <option value="">{searchCopy.allJournals}</option>
      {!isKnown && <option value={asked.journal ?? ""}>{searchCopy.oneJournal}</option>}
      {own.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  );
});

/** How the entries found are ordered, and, for paid accounts, what is searched. Each choice is an address of its own. */
export function SearchFilters({
  asked,
  mayNarrow,
  mayOrder,
  onChange,
}: FilterProps & {
  mayNarrow: boolean;
  /** there are entries to be ordered */
  mayOrder: boolean;
}) {
  if (!mayNarrow && !mayOrder) return null;
  return (
    <div className={styles.filters} role="group" aria-label={searchCopy.filtersLabel}>
      {mayNarrow && (
        <>
          <Select
            label={searchCopy.field}
            value={asked.field}
            onChange={({ target }) =>
              onChange({ field: fields.find((field) => field === target.value) ?? "everything" })
            }
          >
            {fields.map((field) => (
              <option key={field} value={field}>
                {searchCopy.fields[field]}
              </option>
            ))}
          </Select>
          <JournalChoice asked={asked} onChange={onChange} />
        </>
      )}
      {mayOrder && (
        <div className={styles.order}>
          <Select
            label={searchCopy.order}
            value={asked.order}
            onChange={({ target }) =>
              onChange({ order: orders.find((order) => order === target.value) ?? "relevance" })
            }
          >
            {orders.map((order) => (
              <option key={order} value={order}>
                {searchCopy.orders[order]}
              </option>
            ))}
          </Select>
        </div>
      )}
    </div>
  );
}
