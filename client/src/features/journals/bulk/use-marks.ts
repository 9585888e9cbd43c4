import type { ListedEntry } from "@daybook/domain/contract/entries";
import { useState } from "react";
import { useRevalidator } from "react-router";
import type { ApiFailure } from "../../../shared/api-client.ts";
import { copy } from "../../../shared/copy.ts";
import { operationsCopy } from "../../../shared/operations/operations-copy.ts";
import { useServices } from "../../../shared/services.ts";
import { useToasts } from "../../../shared/ui/toast.tsx";
import type { EntriesPageKey } from "../../../stores/entries.store.ts";
import { star } from "../entry-acts.ts";
import { bulkCopy } from "./bulk-copy.ts";
import { each, inPieces, listed, markable } from "./listed.ts";
import type { SelectionStore } from "./selection.store.ts";

type Done = { ok: true } | ApiFailure;

/**
 * Puts tags and stars on what is chosen. The server takes these one by one, or a hundred at a time, so this page does it, and
 * `progress` says how far it is; null while it does nothing.
 */
export function useMarks(key: EntriesPageKey, selection: SelectionStore) {
  const { api, entries } = useServices();
  const toasts = useToasts();
  const { revalidate } = useRevalidator();
  const [progress, setProgress] = useState<string | null>(null);

  async function chosen(): Promise<{ ok: true; entries: ListedEntry[] } | ApiFailure> {
    if (selection.all) return listed(api, key);
    return { ok: true, entries: [...selection.ids].flatMap((id) => entries.find(id) ?? []) };
  }

  /** What is said of an act that left closed entries out, as moving and trashing do. */
  const without = (closed: number, sentence: string): string =>
    closed > 0 ? `${sentence} ${operationsCopy.skipped(closed)}` : sentence;

  /** True when there is nothing to do, because all of it is closed; it is said then. */
  function allClosed(open: number, closed: number): boolean {
    if (open > 0 || closed === 0) return false;
    setProgress(null);
    toasts.show(operationsCopy.skipped(closed));
    return true;
  }

  /** Does it, says so, and offers the way back; `undo` gets no further Undo. */
  async function mark(act: () => Promise<Done>, sentence: string, undo?: () => Promise<void>): Promise<void> {
    const done = await act();
    setProgress(null);
    if (!done.ok) toasts.show(done.message);
    else {
      if (undo) selection.clear();
      toasts.show(sentence, undo && { label: copy.actions.undo, run: () => void undo() });
    }
    // What a failure left undone shows as it is.
    await revalidate();
  }

  const stars = (list: readonly ListedEntry[], starred: boolean): Promise<Done> =>
    each(
      list,
      (entry) => star({ api, entries }, entry, starred),
      (done) => setProgress(bulkCopy.working(done, list.length)),
    );

  async function starAll(starred: boolean): Promise<void> {
    setProgress(bulkCopy.collecting);
    const found = await chosen();
    const meant = found.ok ? found.entries.filter((entry) => entry.starred !== starred) : [];
    const { open: others, closed } = markable(meant);
    if (allClosed(others.length, closed)) return;
    const now = others.map((entry) => ({ ...entry, starred }));
    await mark(
      async () => (found.ok ? stars(others, starred) : found),
      without(closed, starred ? bulkCopy.starred(others.length) : bulkCopy.unstarred(others.length)),
      () => mark(() => stars(now, !starred), bulkCopy.starsBack),
    );
  }

  /** Puts a tag on what is chosen. Resolves to the refusal of its name, or null. */
  async function tagAll(name: string): Promise<ApiFailure | null> {
    setProgress(bulkCopy.collecting);
    const found = await chosen();
    if (!found.ok) {
      setProgress(null);
      return found;
    }
    const spelled = name.trim().toLowerCase();
    // Which tags a closed entry has is not told.
    const { open, closed } = markable(found.entries);
    if (allClosed(open.length, closed)) return null;
    const others = open.filter(({ tags }) => !tags.some((tag) => tag.name.toLowerCase() === spelled));
    const pieces = inPieces(others.map(({ id }) => id));
    const [first = []] = pieces;
    const made = await api.call("createTag", { body: { name, entries_added_to: first } });
    if (!made.ok) {
      setProgress(null);
      return made;
    }
    const { id, name: tagName } = made.data.tag;
    const change = (list: readonly number[][], what: "entries_added_to" | "entries_removed_from") =>
      each(
        list,
        (piece) =>
          api.call("updateTag", { params: { tagId: String(id) }, body: { updated: { [what]: piece } } }),
        (done) => setProgress(bulkCopy.working(done * first.length, others.length)),
      );
    await mark(
      () => change(pieces.slice(1), "entries_added_to"),
      without(closed, bulkCopy.tagged(others.length, tagName)),
      () => mark(() => change(pieces, "entries_removed_from"), bulkCopy.untagged),
    );
    return null;
  }

  return { starAll, tagAll, progress };
}
