import { accountEvents } from "@daybook/domain/account/events";
import { journalEvents } from "@daybook/domain/journal/events";
import { tagEvents } from "@daybook/domain/tag/events";
import type { EntryContent } from "@daybook/domain/entry/events";
import { type EntryRow, readModels } from "@daybook/read-models/tables";
import {
  defineProjection,
  ignored,
  ignoredAll,
  MissingRow,
  type Place,
  type Views,
} from "../core/define-projection.ts";

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

/** Keeps where an entry stands from this event on, for whoever looks at this time later. */
function remember({ entryStates }: Tables, at: string, row: EntryRow): void {
  const { id: entryId, streamRevision: ordinal, journalId, status, starred } = row;
  const { createdAt, localDate, timezone } = row;
  entryStates.put({ entryId, ordinal, at, journalId, status, starred, createdAt, localDate, timezone });
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

/** Like {@link change}, for what the past of an entry is asked about. */
function situate(tables: Tables, data: { entryId: number; at: string }, at: Place, changed: Change): void {
  if (!change(tables, data, at, changed)) return;
  const row = tables.entries.get({ id: data.entryId });
  if (row) remember(tables, data.at, row);
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
    ...ignoredAll(tagEvents),
    ...ignoredAll(journalEvents),
    ...ignoredAll(accountEvents),
    EntryTagged: ignored,
    EntryUntagged: ignored,
    EntryPublished: ignored,
    EntryUnpublished: ignored,
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
        padThemeId: 1,
        pageThemeId: 1,
        originalSettings: null,
        streamRevision: place.revision,
      };
      tables.entries.put(row);
      tables.entryBodies.put({ entryId: data.entryId, body: data.body });
      count(tables, data.at, undefined, row);
      remember(tables, data.at, row);
    },
    EntryRevised: save,
    EntryVersionRestored: save,
    EntryRedated: (tables, data, at) => {
      const { createdAt, localDate, timezone } = data;
      situate(tables, data, at, () => ({ createdAt, localDate, timezone }));
    },
    EntryStarred: (tables, data, at) => situate(tables, data, at, () => ({ starred: true })),
    EntryUnstarred: (tables, data, at) => situate(tables, data, at, () => ({ starred: false })),
    EntryMoved: (tables, data, at) => situate(tables, data, at, () => ({ journalId: data.journalId })),
    EntryThemed: (tables, data, at) => {
      const { padThemeId, pageThemeId } = data;
      change(tables, data, at, () => ({ padThemeId, pageThemeId }));
    },
    EntryTrashed: (tables, data, at) => {
      situate(tables, data, at, () => ({ status: "trashed", trashedAt: data.at }));
    },
    EntryRestored: (tables, data, at) => {
      const { journalId } = data;
      situate(tables, data, at, () => ({ status: "active", trashedAt: null, journalId }));
    },
    EntryMadeReadOnly: (tables, data, at) => {
      change(tables, data, at, () => ({ originalSettings: JSON.stringify(data.settings) }));
    },
    EntryMadeWritable: (tables, data, at) => {
      change(tables, data, at, () => ({ originalSettings: null }));
    },
    PhotoAdded: ignored,
    PhotoRemoved: ignored,
    // What is locked is asked of the vault, which knows it first.
    EntryLocked: ignored,
    EntryLockRemoved: ignored,
    EntryErased: (tables, { entryId }) => {
      const gone = tables.entries.get({ id: entryId });
      // The end of what lay in the trash, by itself perhaps, is no update: nobody wrote in that journal.
      if (gone) count(tables, gone.modifiedAt, gone);
      tables.entries.delete({ id: entryId });
      tables.entryBodies.delete({ entryId });
      tables.entryStates.deleteGroup(entryId);
    },
  },
});
