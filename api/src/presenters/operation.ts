import type { Operation as Shown } from "@daybook/domain/contract/entry-bulk";
import type { Operation } from "@daybook/platform/processes/operations";

/** A long act as replies carry it. */
export function presentOperation(operation: Operation): Shown {
  const { id, kind, done, skippedIds, status, itemIds } = operation;
  const skipped = skippedIds.length;
  return {
    id,
    // Only acts of the contract are ever written down.
    kind: kind as Shown["kind"],
    done,
    total: itemIds.length,
    status,
    result: status === "running" ? null : { affected: done - skipped, skipped },
  };
}
