import type { EventStore, StoredEvent } from "@daybook/platform/event-store/event-store";
import type { Position } from "@daybook/platform/event-store/position";
import { addAffectedIds, type AffectedIds, noAffectedIds } from "./affected.ts";

/** How many events are read in one batch. An event may contain a text of a megabyte. */
export const eventBatchSize = 200;

/**
 * Collects what batches of events change, until there is enough for one write or the log has no more events. A search engine takes
 * nearly as long for one entry as for hundreds, and an entry that was saved five times is written once. Changes of whole journals,
 * tags and accounts, such as locks and erasures, are written immediately.
 *
 * @param deps.writeThreshold the number of events that are enough for one write
 * @returns a handler of batches; a batch of fewer than {@link eventBatchSize} events is the last of the log for now
 */
export function collectChanges(deps: {
  readonly store: Pick<EventStore, "head">;
  readonly writeThreshold: number;
  readonly work: (affected: AffectedIds, position: Position) => Promise<void>;
}): (batch: readonly StoredEvent[]) => Promise<void> {
  const { store, writeThreshold, work } = deps;
  let affected = noAffectedIds();
  let eventCount = 0;

  return async (batch) => {
    const position = batch.at(-1)?.position;
    if (position === undefined) return;
    addAffectedIds(batch, affected);
    eventCount += batch.length;
    const { journals, tags, erasedAccounts } = affected;
    const canWait = eventCount < writeThreshold && journals.size + tags.size + erasedAccounts.size === 0;
    if (canWait && batch.length >= eventBatchSize && position !== (await store.head())) return;
    const collectedIds = affected;
    [affected, eventCount] = [noAffectedIds(), 0];
    await work(collectedIds, position);
  };
}
