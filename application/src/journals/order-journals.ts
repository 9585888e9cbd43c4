import type { JournalOrder } from "@daybook/domain/contract/settings-values";

type Orderable = {
  readonly id: number;
  readonly clearName: string;
  readonly createdAt: string;
  readonly lastUpdate: string | null;
};

const names = new Intl.Collator("en", { numeric: true, sensitivity: "base" });
const changedAt = ({ lastUpdate, createdAt }: Orderable): string => lastUpdate ?? createdAt;

/**
 * Journals in the order that their owner chose (spec section 3, Settings). Names are sealed where they are stored, so no
 * query could do it. Under `custom`, a journal that has no place yet stands after those that have one.
 *
 * @param journals in the order of their making, which decides between equals
 * @param customOrder ids as the person arranged them
 */
export function orderJournals<J extends Orderable>(
  journals: readonly J[],
  order: JournalOrder,
  customOrder: readonly number[],
): J[] {
  const place = new Map(customOrder.map((id, index) => [id, index]));
  const placeOf = ({ id }: J): number => place.get(id) ?? customOrder.length;
  switch (order) {
    case "created":
      return [...journals];
    case "name":
      return journals.toSorted((a, b) => names.compare(a.clearName, b.clearName));
    case "last_update":
      return journals.toSorted((a, b) => changedAt(b).localeCompare(changedAt(a)));
    case "custom":
      return journals.toSorted((a, b) => placeOf(a) - placeOf(b));
  }
}
