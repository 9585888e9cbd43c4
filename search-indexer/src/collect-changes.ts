import type { EventStore, StoredEvent } from "@daybook/platform/event-store/event-store";
import type { Position } from "@daybook/platform/event-store/position";
import { addAffected, type Affected, nothingAffected } from "./affected.ts";

/** How many events are read at once. An event may contain a text of a megabyte. */
export const eventsAtOnce = 200;

/**
 * Collects what batches of events change, until there is enough for one write or the log has no more. An engine takes nearly as
 * long for one entry as for hundreds, and an entry that was saved five times is written once. Locks, erasures and the like are
 * not held back.
 *
 * @param enough the number of events
 * @returns a handler of batches; a batch of fewer than {@link eventsAtOnce} events is the last of the log for now
 */
export function collectChanges(parts: {
  readonly store: Pick<EventStore, "head">;
  readonly enough: number;
  readonly work: (affected: Affected, position: Position) => Promise<void>;
}): (batch: readonly StoredEvent[]) => Promise<void> {
  const { store, enough, work } = parts;
  let affected = nothingAffected();
  let events = 0;

  return async (batch) => {
    const position = batch.at(-1)?.position;
    if (position === undefined) return;
    addAffected(batch, affected);
    events += batch.length;
    const { journals, tags, erasedAccounts } = affected;
    const canWait = events < enough && journals.size + tags.size + erasedAccounts.size === 0;
    if (canWait && batch.length >= eventsAtOnce && position !== (await store.head())) return;
    const collected = affected;
    [affected, events] = [nothingAffected(), 0];
    await work(collected, position);
  };
}
