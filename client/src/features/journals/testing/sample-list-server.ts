import { paging } from "@daybook/domain/contract/bounds";
import type { Operation } from "@daybook/domain/contract/entry-bulk";
import type { ListedEntry } from "@daybook/domain/contract/entries";
import type { Tag } from "@daybook/domain/contract/tags";
import { comparableName } from "../../../shared/tag-name.ts";
import { sampleEntry, sampleJournal } from "../../../shared/testing/sample-journal.ts";

/** The values of `status_id`. */
const statusIds = { active: 1, trashed: 2 } as const;

/** The input of any call. */
export type CallInput = {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: Record<string, unknown>;
};
/** A call that the page sent to change something. */
type SentCall = [name: string, input: CallInput];
type Answer = { ok: boolean; status?: number; data?: unknown; code?: string; message?: string };

/** The entries "Day 1", "Day 2" and so on, the newest first, one for each day from 1 January 1660 on. */
export const sampleDays = (count: number, changes: (day: number) => Partial<ListedEntry> = () => ({})) =>
  Array.from({ length: count }, (_, index) => {
    const day = count - index;
    const date = new Date(Date.UTC(1660, 0, day)).toISOString().slice(0, 10);
    return sampleEntry(day, {
      title: `Day ${day}`,
      local_date: date,
      excerpt: `About Day ${day}.`,
      ...changes(day),
    });
  });

/** The fields that differ for an entry in the trash. */
export const trashedFields = {
  status_id: statusIds.trashed,
  trashed_at: "2026-11-20T12:00:00.000Z",
} as const;

/** The `last_update` of every journal of {@link listServer}. */
export const sampleLastUpdate = "2026-11-20T11:59:00.000Z";

/** A background move that has ended. Its id is the number of its entries. */
function endedMove(count: number): Answer {
  const result = { affected: count, skipped: 0 };
  const operation: Operation = { id: count, kind: "move", done: count, total: count, status: "done", result };
  return { ok: true, data: { operation } };
}

/**
 * A small server with journals of these names, whose ids are 1, 2 and so on, and with these entries. `calls` are the calls that the page
 * sent to change something. A call with `all_entries` changes entries of journal 1.
 */
export function listServer(initialEntries: ListedEntry[], journalNames: string[]) {
  const state = {
    entries: initialEntries,
    journals: journalNames.map((name, index) => ({ id: index + 1, name })),
    tags: [] as Tag[],
    /** the journal of the entries was deleted, so they can only be restored to another one */
    isJournalDeleted: false,
    canListJournals: true,
    canCreateJournals: true,
  };
  const calls: SentCall[] = [];
  const change = (ids: readonly number[], update: (entry: ListedEntry) => ListedEntry): Answer => {
    state.entries = state.entries.map((entry) => (ids.includes(entry.id) ? update(entry) : entry));
    return { ok: true, data: { entries: ids.map((id) => ({ entry: { id } })), total: ids.length } };
  };
  const isInView = (entry: ListedEntry, view = "active") =>
    (entry.status_id === statusIds.trashed) === (view === "trashed") && (view !== "starred" || entry.starred);
  const listed = (query: Record<string, string>, journalId = 1) =>
    state.entries.filter(
      (entry) =>
        entry.journal.id === journalId &&
        isInView(entry, query.view) &&
        (query.timeStart === undefined || entry.local_date >= query.timeStart) &&
        (query.timeEnd === undefined || entry.local_date <= query.timeEnd) &&
        (query.time === undefined || query.time === "custom") &&
        (query.tag === undefined || entry.tags.some(({ id }) => String(id) === query.tag)),
    );
  const idsOf = (body: Record<string, unknown>): number[] =>
    body.all_entries === true
      ? listed({ view: body.view as string }).map(({ id }) => id)
      : (body.entry_ids as number[]);
  const journalOf = (id: number) => {
    const inJournal = state.entries.filter(({ journal }) => journal.id === id);
    const totalPages = (count: number) => Math.max(1, Math.ceil(count / 10));
    const active = inJournal.filter((entry) => isInView(entry)).length;
    return sampleJournal(id, {
      name: state.journals.find((journal) => journal.id === id)?.name ?? "",
      entries: { total_entries: active },
      total_trashed_entries: inJournal.length - active,
      total_pages: totalPages(active),
      last_update: sampleLastUpdate,
    });
  };
  const list = (query: Record<string, string>, journalId: number): Answer => {
    const matching = listed(query, journalId);
    const limit = Number(query.limit);
    const start = query.cursor === undefined ? (Number(query.page ?? 1) - 1) * limit : Number(query.cursor);
    const end = start + limit;
    const entries = matching.slice(start, end).map((entry) => ({ entry }));
    const cursor = matching.length > end ? String(end) : null;
    const journal = { ...journalOf(journalId), total_pages: Math.max(1, Math.ceil(matching.length / limit)) };
    return { ok: true, data: { journal, entries, total_entries: matching.length, next_cursor: cursor } };
  };
  function changeTag(tagId: number, body: Record<string, unknown>): Answer {
    const tag = state.tags.find(({ id }) => id === tagId)!;
    const { updated } = body as {
      updated: { entries_added_to?: number[]; entries_removed_from?: number[] };
    };
    const { entries_added_to: added = [], entries_removed_from: removed = [] } = updated;
    change(added, (entry) => ({ ...entry, tags: [...entry.tags, tag] }));
    change(removed, (entry) => ({ ...entry, tags: entry.tags.filter(({ id }) => id !== tagId) }));
    return { ok: true, data: { tag } };
  }
  function createTag(name: string, ids: number[]): Answer {
    if (name.trim() === "")
      return {
        ok: false,
        status: 422,
        code: "invalid",
        message: "Invalid.",
        fields: { name: "Name it." },
      } as Answer;
    const isSame = (tag: Tag) => comparableName(tag.name) === comparableName(name);
    if (!state.tags.some(isSame)) state.tags.push({ id: state.tags.length + 1, name, total_entries: 1 });
    return changeTag(state.tags.find(isSame)!.id, { updated: { entries_added_to: ids } });
  }
  function answer(name: string, { params = {}, query = {}, body = {} }: CallInput): Answer {
    if (name === "listEntries") return list(query, Number(params.journalId));
    if (name === "getOperation") return endedMove(Number(params.operationId));
    if (name === "listTags") return { ok: true, data: { tags: state.tags.map((tag) => ({ tag })) } };
    if (name === "listJournals" && !state.canListJournals)
      return { ok: false, status: 503, code: "unavailable", message: "The journals cannot be loaded." };
    if (name === "listJournals")
      return { ok: true, data: { journals: state.journals.map(({ id }) => ({ journal: journalOf(id) })) } };
    calls.push([name, { ...(Object.keys(query).length > 0 && { query }), body }]);
    if (name === "createTag") return createTag(body.name as string, body.entries_added_to as number[]);
    if (name === "updateTag") return changeTag(Number(params.tagId), body);
    if (name === "createJournal" && !state.canCreateJournals)
      return { ok: false, status: 503, code: "unavailable", message: "The journal cannot be created." };
    if (name === "createJournal") {
      state.journals.push({ id: 9, name: body.name as string });
      return { ok: true, data: { journal: journalOf(9) } };
    }
    if (name === "updateEntry") {
      change([Number(params.entryId)], (entry) => ({ ...entry, ...body }));
      return { ok: true, data: { entry: state.entries.find(({ id }) => id === Number(params.entryId)) } };
    }
    const ids = idsOf(body);
    if (name === "moveEntries") {
      const journal = { id: Number(body.new_journal_id), name: "" };
      const movedEntries = change(ids, (entry) => ({ ...entry, journal }));
      return ids.length > paging.maxBulkInRequest ? endedMove(ids.length) : movedEntries;
    }
    if (name === "deleteEntries" && query.permanent === "true") {
      const isErased = ({ id, is_unlocked }: ListedEntry) => ids.includes(id) && is_unlocked;
      const erasedIds = state.entries.filter(isErased).map(({ id }) => id);
      state.entries = state.entries.filter((entry) => !isErased(entry));
      return change(erasedIds, (entry) => entry);
    }
    if (name === "deleteEntries") return change(ids, (entry) => ({ ...entry, ...trashedFields }));
    if (name === "restoreEntries") {
      const newJournalId = body.new_journal_id as number | undefined;
      if (state.isJournalDeleted && newJournalId === undefined)
        return { ok: false, status: 409, code: "journal_trashed", message: "The journal was deleted." };
      const journal = { id: newJournalId ?? 1, name: "" };
      return change(ids, (entry) => ({ ...entry, status_id: statusIds.active, trashed_at: null, journal }));
    }
    throw new Error(`The test server does not know ${name}.`);
  }
  return { state, calls, answer };
}
