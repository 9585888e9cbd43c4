import type { ListedEntry } from "@daybook/domain/contract/entries";
import { observer } from "mobx-react-lite";
import { dayOfInstant, formatMonth } from "../../shared/dates.ts";
import type { EntriesPageKey } from "../../stores/entries.store.ts";
import type { SelectionStore } from "./bulk/selection.store.ts";
import type { ListActions } from "./bulk/use-list-actions.ts";
import styles from "./entry-list.module.css";
import { EntryRow } from "./entry-row.tsx";
import { listText } from "./list-text.ts";
import type { ListLayout } from "./list-layout.ts";
import type { JournalLock } from "./password-question.tsx";
import { useStores } from "../../stores/use-stores.ts";

/** The month heading of an entry: the month of its date, or of its last change when the list is in that order. */
function headingOf(entry: ListedEntry, order: EntriesPageKey["order"]): string {
  if (order !== "modified") return formatMonth(entry.local_date);
  return listText.changedIn(formatMonth(dayOfInstant(entry.modified_at)));
}

/** Groups consecutive entries of the same month, in the given order. */
function groupByMonth(entries: readonly ListedEntry[], order: EntriesPageKey["order"]) {
  const groups: { month: string; entries: ListedEntry[] }[] = [];
  for (const entry of entries) {
    const month = headingOf(entry, order);
    const lastGroup = groups.at(-1);
    if (lastGroup?.month === month) lastGroup.entries.push(entry);
    else groups.push({ month, entries: [entry] });
  }
  return groups;
}

/** A page of entries under month headings. */
export const EntryList = observer(function EntryList({
  entryIds,
  pageKey,
  layout,
  selection,
  actions,
  journal,
  onOpen,
}: {
  entryIds: readonly number[];
  pageKey: EntriesPageKey;
  layout: ListLayout;
  selection: SelectionStore;
  actions: ListActions;
  journal: JournalLock;
  onOpen: () => void;
}) {
  const { entries } = useStores();
  const listedEntries = entryIds.flatMap((id) => entries.find(id) ?? []);
  return (
    <div data-layout={layout} data-selecting={selection.count > 0 || undefined}>
      {groupByMonth(listedEntries, pageKey.order).map(({ month, entries: group }) => (
        <section key={group[0]?.id} className={styles.month}>
          <h2 className={styles.heading}>{month}</h2>
          <ul className={styles.rows}>
            {group.map((entry) => (
              <EntryRow
                key={entry.id}
                entry={entry}
                pageKey={pageKey}
                actions={actions}
                journal={journal}
                isSelected={selection.has(entry.id)}
                onSelect={(isSelected, asRange) =>
                  selection.toggle(entry.id, { isSelected, asRange }, entryIds)
                }
                onOpen={onOpen}
              />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
});
