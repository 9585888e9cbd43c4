import type { EntryContent } from "@daybook/domain/entry/events";
import { type EntryRow, readModels } from "@daybook/read-models/tables";
import { defineProjection, ignored, MissingRow, type Place, type Views } from "../core/define-projection.ts";

type Tables = Views<(typeof readModels)["entry-page"]["tables"]>;
type Change = (entry: Readonly<EntryRow>) => Partial<EntryRow>;

/** Adds the difference between an entry's old and new row to the counters of its journals. */
function count({ journalCounts }: Tables, at: string, before?: Readonly<EntryRow>, after?: EntryRow): void {
  const add = (row: Readonly<EntryRow> | undefined, amount: number) => {
    if (!row) return;
    const active = row.status === "active" ? amount : 0;
    journalCounts.add({ journalId: row.journalId, active, trashed: amount - active, lastUpdate: at });
  };
  add(before, -1);
  add(after, 1);
}

/** Changes an entry's row, unless the event is in it already; true when it was changed. */
function change(
  tables: Tables,
  data: { entryId: number; at: string },
  place: Place,
  changed: Change,
): boolean {
  const before = tables.entries.get({ id: data.entryId });
  if (!before) throw new MissingRow("entries");
  if (before.streamRevision >= place.revision) return false;
  const after = { ...before, ...changed(before), streamRevision: place.revision };
  tables.entries.put(after);
  count(tables, data.at, before, after);
  return true;
}

function save(tables: Tables, data: EntryContent & { entryId: number; at: string }, place: Place): void {
  const { entryId, title, excerpt, body, contentTag, wordCount, at } = data;
  const changed = change(tables, data, place, ({ revision }) => ({
    title,
    excerpt,
    contentTag,
    wordCount,
    modifiedAt: at,
    revision: revision + 1,
  }));
  if (changed) tables.entryBodies.put({ entryId, body });
}

/** Entries as their list and their own page show them, and how many each journal has. */
export const entryPage = defineProjection(readModels["entry-page"], {
  keys: ({ data }) => ("entryId" in data ? { entries: [{ id: data.entryId }] } : {}),
  handlers: {
    EntryCreated: (tables, data, place) => {
      if (tables.entries.get({ id: data.entryId })) return;
      const row: EntryRow = {
        id: data.entryId,
        userId: data.accountId,
        journalId: data.journalId,
        title: data.title,
        excerpt: data.excerpt,
        contentTag: data.contentTag,
        createdAt: data.createdAt,
        localDate: data.localDate,
        timezone: data.timezone,
        modifiedAt: data.at,
        revision: 1,
        starred: false,
        status: "active",
        trashedAt: null,
        wordCount: data.wordCount,
        promptId: data.promptId,
        streamRevision: place.revision,
      };
      tables.entries.put(row);
      tables.entryBodies.put({ entryId: data.entryId, body: data.body });
      count(tables, data.at, undefined, row);
    },
    EntryRevised: save,
    EntryVersionRestored: save,
    EntryRedated: (tables, data, place) => {
      const { createdAt, localDate, timezone } = data;
      change(tables, data, place, () => ({ createdAt, localDate, timezone }));
    },
    EntryStarred: (tables, data, place) => void change(tables, data, place, () => ({ starred: true })),
    EntryUnstarred: (tables, data, place) => void change(tables, data, place, () => ({ starred: false })),
    EntryTrashed: (tables, data, place) => {
      change(tables, data, place, () => ({ status: "trashed", trashedAt: data.at }));
    },
    EntryRestored: (tables, data, place) => {
      const { journalId } = data;
      change(tables, data, place, () => ({ status: "active", trashedAt: null, journalId }));
    },
    EntryErased: (tables, { entryId, at }) => {
      count(tables, at, tables.entries.get({ id: entryId }));
      tables.entries.delete({ id: entryId });
      tables.entryBodies.delete({ entryId });
    },
    AccountOpened: ignored,
    SessionStarted: ignored,
    SessionRefreshed: ignored,
    SessionEnded: ignored,
    JournalReserved: ignored,
    JournalReleased: ignored,
    JournalCreated: ignored,
    JournalRenamed: ignored,
    JournalTrashed: ignored,
    JournalRestored: ignored,
  },
});
