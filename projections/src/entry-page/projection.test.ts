import { entrySamples } from "@daybook/domain/entry/samples";
import type { DomainEvent } from "@daybook/domain/events";
import { sampleIds, sampleSealed, sampleTime } from "@daybook/domain/kernel/sample-values";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createMemoryTables, logOf } from "../testing/memory-tables.ts";
import { entryPage } from "./projection.ts";

const { EntryCreated, EntryRevised, EntryVersionRestored, EntryRedated, EntryStarred } = entrySamples;
const { EntryMoved, EntryThemed, EntryUnstarred, EntryTrashed, EntryRestored, EntryErased } = entrySamples;
const [id, journalId] = [sampleIds.entry, sampleIds.journal];

const createdRow = {
  id,
  userId: sampleIds.account,
  journalId,
  title: sampleSealed("title-0"),
  excerpt: sampleSealed("excerpt-0"),
  contentTag: "content-tag-0",
  createdAt: "1660-01-11T00:00:00.000Z",
  localDate: "1660-01-11",
  timezone: "Europe/London",
  modifiedAt: sampleTime(20),
  revision: 1,
  starred: false,
  status: "active",
  trashedAt: null,
  wordCount: 100,
  promptId: null,
  padThemeId: 1,
  pageThemeId: 1,
  originalSettings: null,
  excludedFromLookingGlass: false,
  streamRevision: 0,
};

const initialState = {
  entryId: id,
  ordinal: 0,
  at: sampleTime(20),
  journalId,
  status: "active",
  starred: false,
  createdAt: "1660-01-11T00:00:00.000Z",
  localDate: "1660-01-11",
  timezone: "Europe/London",
};

const project = (...events: readonly DomainEvent[]) => {
  const tables = createMemoryTables(entryPage);
  tables.apply(...logOf(...events));
  return tables.rows();
};

test("a new entry has its sealed text and its date, and is counted", () => {
  expect(project(EntryCreated)).toEqual({
    entries: [createdRow],
    entryBodies: [{ entryId: id, body: sampleSealed("body-0") }],
    entryStates: [initialState],
    journalCounts: [{ journalId, active: 1, trashed: 0, lastUpdate: sampleTime(20) }],
  });
});

test.each([
  [EntryRevised, 1, "content-tag-1", 21],
  [EntryVersionRestored, 2, "content-tag-0", 22],
] as const)(
  "$type replaces the text and its word count, and raises the revision",
  (event, textNumber, contentTag, minute) => {
    expect(project(EntryCreated, event)).toEqual({
      entries: [
        {
          ...createdRow,
          title: sampleSealed(`title-${textNumber}`),
          excerpt: sampleSealed(`excerpt-${textNumber}`),
          contentTag,
          wordCount: 100 + textNumber,
          modifiedAt: sampleTime(minute),
          revision: 2,
          streamRevision: 1,
        },
      ],
      entryBodies: [{ entryId: id, body: sampleSealed(`body-${textNumber}`) }],
      entryStates: [initialState],
      journalCounts: [{ journalId, active: 1, trashed: 0, lastUpdate: sampleTime(minute) }],
    });
  },
);

test("a new date changes neither the text nor the time of the last change", () => {
  const { entries } = project(EntryCreated, EntryRedated);
  const newDate = { createdAt: "1660-01-12T21:30:00.000Z", localDate: "1660-01-12", streamRevision: 1 };
  expect(entries).toEqual([{ ...createdRow, ...newDate }]);
});

test("a star is added and removed", () => {
  expect(project(EntryCreated, EntryStarred)["entries"]).toEqual([
    { ...createdRow, starred: true, streamRevision: 1 },
  ]);
  expect(project(EntryCreated, EntryStarred, EntryUnstarred)["entries"]).toEqual([
    { ...createdRow, streamRevision: 2 },
  ]);
});

test("a trashed entry is counted in the trash, and a restored one in its journal", () => {
  const tables = project(EntryCreated, EntryTrashed);
  expect(tables["entries"]).toEqual([
    { ...createdRow, status: "trashed", trashedAt: sampleTime(26), streamRevision: 1 },
  ]);
  expect(tables["journalCounts"]).toEqual([{ journalId, active: 0, trashed: 1, lastUpdate: sampleTime(26) }]);

  const restoredElsewhere = { ...EntryRestored, data: { ...EntryRestored.data, journalId: 302 } };
  const afterRestore = project(EntryCreated, EntryTrashed, restoredElsewhere);
  expect(afterRestore["entries"]).toEqual([{ ...createdRow, journalId: 302, streamRevision: 2 }]);
  expect(afterRestore["journalCounts"]).toEqual([
    { journalId, active: 0, trashed: 0, lastUpdate: sampleTime(27) },
    { journalId: 302, active: 1, trashed: 0, lastUpdate: sampleTime(27) },
  ]);
});

test("an erased entry has no rows and is not counted", () => {
  expect(project(EntryCreated, EntryTrashed, EntryErased)).toEqual({
    entries: [],
    entryBodies: [],
    entryStates: [],
    journalCounts: [{ journalId, active: 0, trashed: 0, lastUpdate: sampleTime(26) }],
  });
});

test("a moved entry is counted in its new journal, and a trashed one in the trash of that journal", () => {
  const tables = project(EntryCreated, EntryMoved);
  expect(tables["entries"]).toEqual([{ ...createdRow, journalId: 302, streamRevision: 1 }]);
  expect(tables["journalCounts"]).toEqual([
    { journalId, active: 0, trashed: 0, lastUpdate: sampleTime(25) },
    { journalId: 302, active: 1, trashed: 0, lastUpdate: sampleTime(25) },
  ]);
  expect(project(EntryCreated, EntryTrashed, EntryMoved)["journalCounts"]).toEqual([
    { journalId, active: 0, trashed: 0, lastUpdate: sampleTime(26) },
    { journalId: 302, active: 0, trashed: 1, lastUpdate: sampleTime(25) },
  ]);
});

test("a read-only entry keeps the settings of its journal until it is writable again", () => {
  const { EntryMadeReadOnly, EntryMadeWritable } = entrySamples;
  const readOnly = project(EntryCreated, EntryMadeReadOnly);
  const originalSettings = JSON.stringify(EntryMadeReadOnly.data.settings);
  expect(readOnly["entries"]).toEqual([{ ...createdRow, originalSettings, streamRevision: 1 }]);
  expect(readOnly["entryStates"]).toEqual([initialState]);
  expect(project(EntryCreated, EntryMadeReadOnly, EntryMadeWritable)["entries"]).toEqual([
    { ...createdRow, streamRevision: 2 },
  ]);
});

test("themes change neither the text nor the recorded state", () => {
  const { entries, entryStates } = project(EntryCreated, EntryThemed);
  expect(entries).toEqual([{ ...createdRow, padThemeId: 4, pageThemeId: 2, streamRevision: 1 }]);
  expect(entryStates).toEqual([initialState]);
});

test("a prompt changes neither the text nor the recorded state", () => {
  const { entries, entryStates } = project(EntryCreated, entrySamples.EntryPrompted);
  expect(entries).toEqual([{ ...createdRow, promptId: 7, streamRevision: 1 }]);
  expect(entryStates).toEqual([initialState]);
});

test("excluding an entry from Looking Glass changes nothing else, not even the last update of its journal", () => {
  const { EntryExcludedFromLookingGlass } = entrySamples;
  const { entries, entryStates, journalCounts } = project(EntryCreated, EntryExcludedFromLookingGlass);
  expect(entries).toEqual([{ ...createdRow, excludedFromLookingGlass: true, streamRevision: 1 }]);
  expect(entryStates).toEqual([initialState]);
  expect(journalCounts).toEqual(project(EntryCreated)["journalCounts"]);
});

test("every past state of an entry is recorded", () => {
  const { entryStates } = project(EntryCreated, EntryRevised, EntryStarred, EntryMoved, EntryTrashed);
  expect(entryStates).toEqual([
    initialState,
    { ...initialState, ordinal: 2, at: sampleTime(24), starred: true },
    { ...initialState, ordinal: 3, at: sampleTime(25), starred: true, journalId: 302 },
    { ...initialState, ordinal: 4, at: sampleTime(26), starred: true, journalId: 302, status: "trashed" },
  ]);
});

test("an event that changes a missing entry is an error", () => {
  expect(() => project(EntryRevised)).toThrow("entry-page cannot apply EntryRevised of entry-401");
});

test("the counters of a journal always equal the number of its active and trashed entries", () => {
  // `to` decides the step. 1 to 3 create the entry in this journal or, when it exists, restore it there. 4 creates a missing entry
  // in journal 4 and trashes an existing one. 5 erases an existing entry and does nothing when it is missing.
  const steps = fc.array(
    fc.record({ entryId: fc.integer({ min: 1, max: 4 }), to: fc.constantFrom(1, 2, 3, 4, 5) }),
    {
      maxLength: 40,
    },
  );
  fc.assert(
    fc.property(steps, fc.integer({ min: 1, max: 10 }), (history, batchSize) => {
      const existingIds = new Set<number>();
      const events = history.flatMap(({ entryId, to }): DomainEvent[] => {
        if (!existingIds.has(entryId)) {
          if (to === 5) return [];
          existingIds.add(entryId);
          return [{ ...EntryCreated, data: { ...EntryCreated.data, entryId, journalId: to } }];
        }
        if (to === 5) existingIds.delete(entryId);
        if (to === 5) return [{ ...EntryErased, data: { ...EntryErased.data, entryId } }];
        if (to === 4) return [{ ...EntryTrashed, data: { ...EntryTrashed.data, entryId } }];
        return [{ ...EntryRestored, data: { ...EntryRestored.data, entryId, journalId: to } }];
      });
      const tables = createMemoryTables(entryPage);
      const log = logOf(...events);
      for (let from = 0; from < log.length; from += batchSize)
        tables.apply(...log.slice(from, from + batchSize));

      const { entries = [], journalCounts = [] } = tables.rows();
      const countWith = (journal: unknown, status: string) =>
        entries.filter((entry) => entry["journalId"] === journal && entry["status"] === status).length;
      for (const journal of [1, 2, 3, 4]) {
        const countRow = journalCounts.find((row) => row["journalId"] === journal) ?? {};
        const { active = 0, trashed = 0 } = countRow;
        expect([active, trashed]).toEqual([countWith(journal, "active"), countWith(journal, "trashed")]);
      }
      expect(entries.length).toBe(existingIds.size);
    }),
  );
});
