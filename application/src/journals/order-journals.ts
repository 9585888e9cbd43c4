import type { JournalOrder } from "@daybook/domain/contract/settings-values";

type Orderable = {
  readonly id: number;
  readonly plaintextName: string;
  readonly createdAt: string;
  readonly lastUpdate: string | null;
};

const nameCollator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });
const changedAt = ({ lastUpdate, createdAt }: Orderable): string => lastUpdate ?? createdAt;

/**
 * Sorts journals in the order that their owner chose in the settings. A query cannot do this, because the stored names
 * are encrypted. With `custom`, journals that are not in the custom order come last.
 *
 * @param journals by creation time; journals that are equal in the chosen order stay in this order
 * @param customOrder ids as the person arranged them
 */
export function orderJournals<J extends Orderable>(
  journals: readonly J[],
  order: JournalOrder,
  customOrder: readonly number[],
): J[] {
  const positions = new Map(customOrder.map((id, index) => [id, index]));
  const positionOf = ({ id }: J): number => positions.get(id) ?? customOrder.length;
  switch (order) {
    case "created":
      return [...journals];
    case "name":
      return journals.toSorted((a, b) => nameCollator.compare(a.plaintextName, b.plaintextName));
    case "last_update":
      return journals.toSorted((a, b) => changedAt(b).localeCompare(changedAt(a)));
    case "custom":
      return journals.toSorted((a, b) => positionOf(a) - positionOf(b));
  }
}
