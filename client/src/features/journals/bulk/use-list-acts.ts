import type { ListedEntry } from "@daybook/domain/contract/entries";
import { paging } from "@daybook/domain/contract/bounds";
import type { Journal } from "@daybook/domain/contract/journals";
import { useState } from "react";
import { useRevalidator } from "react-router";
import type { ApiFailure } from "../../../shared/api-client.ts";
import { type Reached, type ReachWords, useReach } from "../../../shared/operations/use-reach.ts";
import { useServices } from "../../../shared/services.ts";
import { useToasts } from "../../../shared/ui/toast.tsx";
import type { EntriesPageKey } from "../../../stores/entries.store.ts";
import type { Outcome } from "../../../stores/journals.store.ts";
import * as acts from "../entry-acts.ts";
import { bulkCopy } from "./bulk-copy.ts";
import { listed } from "./listed.ts";
import type { SelectionStore } from "./selection.store.ts";

/** Entries whose journal is gone, until another one is chosen for them. */
export type Homeless = { which: acts.Which; count: number };

/** What can be done with entries of a list. */
export type ListActs = ReturnType<typeof useListActs>;

/** Moves, trashes, restores and erases entries of a list: some of them, or all. What failed is said in a message. */
export function useListActs(key: EntriesPageKey, selection: SelectionStore) {
  const { api, entries } = useServices();
  const toasts = useToasts();
  const reach = useReach();
  const { revalidate } = useRevalidator();
  const [busy, setBusy] = useState(false);
  const [homeless, setHomeless] = useState<Homeless | null>(null);
  const { journalId } = key;

  async function go(send: () => Promise<Reached>, words: ReachWords): Promise<ApiFailure | null> {
    setBusy(true);
    const result = await send();
    setBusy(false);
    if (!result.ok) return result;
    selection.clear();
    reach(result.data, words);
    return null;
  }

  const say = (failure: ApiFailure | null): void => {
    if (failure) toasts.show(failure.message);
  };

  /** The ids behind "all", where so many are reached that the answer will not name them. */
  async function idsBehind(which: acts.Which, count: number): Promise<readonly number[] | null> {
    if ("ids" in which) return which.ids;
    if (count <= paging.bulkAtOnce) return null;
    const found = await listed(api, key);
    return found.ok ? found.entries.map(({ id }) => id) : null;
  }

  async function move(which: acts.Which, count: number, { id, name }: Journal): Promise<void> {
    setBusy(true);
    const behind = await idsBehind(which, count);
    const send = () => acts.move(api, journalId, which, id);
    const failure = await go(send, {
      running: bulkCopy.moving(count, name),
      done: (reached) => bulkCopy.moved(reached, name),
      undo: (named) => {
        const ids = named ?? behind;
        const words = { running: bulkCopy.movingBack, done: bulkCopy.movedBack };
        return ids && { send: () => acts.move(api, id, { ids }, journalId), words };
      },
    });
    say(failure);
  }

  async function trash(which: acts.Which, count: number): Promise<void> {
    const failure = await go(() => acts.trash(api, journalId, which), {
      running: bulkCopy.trashing(count),
      done: bulkCopy.trashed,
      undo: (named) => {
        const ids = named ?? ("ids" in which ? which.ids : null);
        return {
          // Of thousands nobody kept the ids: what was here when they were chosen, and is in the trash now.
          send: () =>
            ids || !("since" in which)
              ? acts.restore(api, journalId, { ids: ids ?? [] })
              : acts.restoreMissing(api, journalId, which.since),
          words: { running: bulkCopy.restoring(count), done: bulkCopy.restored },
        };
      },
    });
    say(failure);
  }

  /** @param to another journal than their own, which is gone */
  async function restore(which: acts.Which, count: number, to?: number): Promise<void> {
    setBusy(true);
    const behind = await idsBehind(which, count);
    const failure = await go(() => acts.restore(api, journalId, which, to), {
      running: bulkCopy.restoring(count),
      done: bulkCopy.restored,
      undo: (named) => {
        const ids = named ?? behind;
        const words = { running: bulkCopy.trashing(count), done: bulkCopy.trashedAgain };
        return ids && { send: () => acts.trash(api, to ?? journalId, { ids }), words };
      },
    });
    if (failure?.code === "journal_trashed") setHomeless({ which, count });
    else say(failure);
  }

  async function erase(which: acts.Which, count: number): Promise<void> {
    const words = { running: bulkCopy.erasing(count), done: bulkCopy.erased };
    say(await go(() => acts.erase(api, journalId, which), words));
  }

  async function star(entry: ListedEntry, starred: boolean): Promise<void> {
    const outcome: Outcome = await acts.star({ api, entries }, entry, starred);
    if (!outcome.ok) toasts.show(outcome.message);
    else await revalidate();
  }

  const home = async ({ id }: Journal): Promise<void> => {
    if (!homeless) return;
    setHomeless(null);
    await restore(homeless.which, homeless.count, id);
  };

  return { move, trash, restore, erase, star, busy, homeless, home, leave: () => setHomeless(null) };
}
