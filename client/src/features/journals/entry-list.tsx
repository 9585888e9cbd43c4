import type { ListedEntry } from "@daybook/domain/contract/entries";
import { observer } from "mobx-react-lite";
import { monthOf } from "../../shared/dates.ts";
import { useServices } from "../../shared/services.ts";
import type { EntriesView } from "../../stores/entries.store.ts";
import styles from "./entry-list.module.css";
import { EntryRow } from "./entry-row.tsx";

/** Neighbours of the same month together, in the order they came. */
function byMonth(entries: readonly ListedEntry[]): { month: string; entries: ListedEntry[] }[] {
  const groups: { month: string; entries: ListedEntry[] }[] = [];
  for (const entry of entries) {
    const month = monthOf(entry.local_date);
    const last = groups.at(-1);
    if (last?.month === month) last.entries.push(entry);
    else groups.push({ month, entries: [entry] });
  }
  return groups;
}

/** A page of entries under the headings of their months. */
export const EntryList = observer(function EntryList({
  entryIds,
  view,
}: {
  entryIds: readonly number[];
  view: EntriesView;
}) {
  const { entries } = useServices();
  const shown = entryIds.flatMap((id) => entries.find(id) ?? []);
  return byMonth(shown).map(({ month, entries: group }) => (
    <section key={group[0]?.id} className={styles.month}>
      <h2 className={styles.heading}>{month}</h2>
      <ul className={styles.rows}>
        {group.map((entry) => (
          <EntryRow key={entry.id} entry={entry} view={view} />
        ))}
      </ul>
    </section>
  ));
});
