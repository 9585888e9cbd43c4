import { membershipEvents } from "@daybook/domain/membership/events";
import { accountEvents } from "@daybook/domain/account/events";
import { journalEvents } from "@daybook/domain/journal/events";
import { tagEvents } from "@daybook/domain/tag/events";
import type { EntryContent } from "@daybook/domain/entry/events";
import { type EntryRow, readModels } from "@daybook/read-models/tables";
import {
  defineProjection,
  ignoreEvent,
  ignoreEvents,
  MissingRow,
  type StreamRevision,
  type Views,
} from "../core/define-projection.ts";

type Tables = Views<(typeof readModels)["entry-page"]["tables"]>;
type ChangesOf = (entry: Readonly<EntryRow>) => Partial<EntryRow>;

/**
 * Adds the difference between an entry's old and new row to the counters of its journals. `at` becomes the last update of these journals,
 * unless they have a later one.
 */
function adjustCounts(
  { journalCounts }: Tables,
  at: string,
  before?: Readonly<EntryRow>,
  after?: EntryRow,
): void {
  const add = (row: Readonly<EntryRow> | undefined, amount: number) => {
    if (!row) return;
    const active = row.status === "active" ? amount : 0;
    journalCounts.add({ journalId: row.journalId, active, trashed: amount - active, lastUpdate: at });
  };
  add(before, -1);
  add(after, 1);
}

/** Records the state that an entry has after this event. The page of a journal as it was shows these states. */
function recordState({ entryStates }: Tables, at: string, row: EntryRow): void {
  const { id: entryId, streamRevision: ordinal, journalId, status, starred } = row;
  const { createdAt, localDate, timezone } = row;
  entryStates.put({ entryId, ordinal, at, journalId, status, starred, createdAt, localDate, timezone });
}

/** Updates an entry's row. Returns `false` when the row already includes the event. */
function update(
  tables: Tables,
  data: { entryId: number; at: string },
  source: StreamRevision,
  changesOf: ChangesOf,
): boolean {
  const oldRow = tables.entries.get({ id: data.entryId });
  if (!oldRow) throw new MissingRow("entries");
  if (oldRow.streamRevision >= source.revision) return false;
  const newRow = { ...oldRow, ...changesOf(oldRow), streamRevision: source.revision };
  tables.entries.put(newRow);
  adjustCounts(tables, data.at, oldRow, newRow);
  return true;
}

/** Updates an entry's row, and records the new state of the entry. */
function updateAndRecordState(
  tables: Tables,
  data: { entryId: number; at: string },
  source: StreamRevision,
  changesOf: ChangesOf,
): void {
  if (!update(tables, data, source, changesOf)) return;
  const row = tables.entries.get({ id: data.entryId });
  if (row) recordState(tables, data.at, row);
}

function replaceText(
  tables: Tables,
  data: EntryContent & { entryId: number; at: string },
  source: StreamRevision,
): void {
  const { entryId, title, excerpt, body, contentTag, wordCount, at } = data;
  const hasChanged = update(tables, data, source, ({ revision }) => ({
    title,
    excerpt,
    contentTag,
    wordCount,
    modifiedAt: at,
    revision: revision + 1,
  }));
  if (hasChanged) tables.entryBodies.put({ entryId, body });
}

/** Entries for lists and for their own pages, and the counters of journals. */
export const entryPage = defineProjection(readModels["entry-page"], {
  keys: ({ data }) => ("entryId" in data ? { entries: [{ id: data.entryId }] } : {}),
  handlers: {
    ...ignoreEvents(membershipEvents),
    ...ignoreEvents(tagEvents),
    ...ignoreEvents(journalEvents),
    ...ignoreEvents(accountEvents),
    EntryTagged: ignoreEvent,
    EntryUntagged: ignoreEvent,
    EntryPublished: ignoreEvent,
    EntryUnpublished: ignoreEvent,
    EntryCreated: (tables, data, source) => {
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
        excludedFromLookingGlass: false,
        streamRevision: source.revision,
      };
      tables.entries.put(row);
      tables.entryBodies.put({ entryId: data.entryId, body: data.body });
      adjustCounts(tables, data.at, undefined, row);
      recordState(tables, data.at, row);
    },
    EntryRevised: replaceText,
    EntryVersionRestored: replaceText,
    EntryRedated: (tables, data, source) => {
      const { createdAt, localDate, timezone } = data;
      updateAndRecordState(tables, data, source, () => ({ createdAt, localDate, timezone }));
    },
    EntryStarred: (tables, data, source) =>
      updateAndRecordState(tables, data, source, () => ({ starred: true })),
    EntryUnstarred: (tables, data, source) =>
      updateAndRecordState(tables, data, source, () => ({ starred: false })),
    EntryMoved: (tables, data, source) =>
      updateAndRecordState(tables, data, source, () => ({ journalId: data.journalId })),
    EntryThemed: (tables, data, source) => {
      const { padThemeId, pageThemeId } = data;
      update(tables, data, source, () => ({ padThemeId, pageThemeId }));
    },
    EntryPrompted: (tables, data, source) => {
      update(tables, data, source, () => ({ promptId: data.promptId }));
    },
    EntryTrashed: (tables, data, source) => {
      updateAndRecordState(tables, data, source, () => ({ status: "trashed", trashedAt: data.at }));
    },
    EntryRestored: (tables, data, source) => {
      const { journalId } = data;
      updateAndRecordState(tables, data, source, () => ({ status: "active", trashedAt: null, journalId }));
    },
    EntryMadeReadOnly: (tables, data, source) => {
      // An entry with original settings is read-only, and its page is shown with them.
      update(tables, data, source, () => ({ originalSettings: JSON.stringify(data.settings) }));
    },
    EntryMadeWritable: (tables, data, source) => {
      update(tables, data, source, () => ({ originalSettings: null }));
    },
    EntryExcludedFromLookingGlass: (tables, data, source) => {
      // Excluding is not an update of the journal, so the time of this event must not become the journal's last update.
      const at = tables.entries.get({ id: data.entryId })?.modifiedAt ?? data.at;
      update(tables, { ...data, at }, source, () => ({ excludedFromLookingGlass: true }));
    },
    PhotoAdded: ignoreEvent,
    PhotoRemoved: ignoreEvent,
    // Locks are read from the vault, which is always up to date.
    EntryLocked: ignoreEvent,
    EntryLockRemoved: ignoreEvent,
    EntryErased: (tables, { entryId }) => {
      const erasedRow = tables.entries.get({ id: entryId });
      // Erasing is not an update of the journal, so the time of this event must not become the journal's last update.
      if (erasedRow) adjustCounts(tables, erasedRow.modifiedAt, erasedRow);
      tables.entries.delete({ id: entryId });
      tables.entryBodies.delete({ entryId });
      tables.entryStates.deleteGroup(entryId);
    },
  },
});
