import { entryDecider } from "@daybook/domain/entry/decider";
import type { Entry } from "@daybook/domain/entry/entry";
import { fold } from "@daybook/domain/kernel/decider";
import fc from "fast-check";
import { expect, test } from "vitest";
import { entryVersions } from "../entry-versions/projection.ts";
import { createMemoryTables, logOf } from "../testing/memory-tables.ts";
import { diaryActions, writeDiary } from "../testing/random-diary.ts";
import { entryPage } from "./projection.ts";

/** The fields that a row and the decider's state have in common. */
const sharedFields = (entry: Readonly<Record<string, unknown>> | Entry) => {
  const row = entry as Readonly<Record<string, unknown>>;
  const names = [
    "journalId",
    "status",
    "trashedAt",
    "starred",
    "revision",
    "modifiedAt",
    "contentTag",
    "wordCount",
    "createdAt",
    "localDate",
    "timezone",
    "padThemeId",
    "pageThemeId",
    "promptId",
  ];
  return names.map((name) => [name, row[name]]);
};

test("the rows of entries, versions and counters agree with the folded log, for any log and any batch size", () => {
  fc.assert(
    fc.property(diaryActions, fc.integer({ min: 1, max: 12 }), (actions, batchSize) => {
      const events = writeDiary(actions).log;
      const log = logOf(...events);
      const entryTables = createMemoryTables(entryPage);
      const versionTables = createMemoryTables(entryVersions);
      for (let from = 0; from < log.length; from += batchSize) {
        entryTables.apply(...log.slice(from, from + batchSize));
        versionTables.apply(...log.slice(from, from + batchSize));
      }
      const ids = [...new Set(events.map(({ data }) => data.entryId))].toSorted((a, b) => a - b);
      const foldedEntries = ids
        .map((id) => ({
          id,
          entry: fold(
            entryDecider,
            events.filter(({ data }) => data.entryId === id),
          ),
        }))
        .filter(({ entry }) => entry.status !== "erased");
      const { entries = [], entryStates = [], journalCounts = [] } = entryTables.rows();
      expect(entries.map(({ id }) => id)).toEqual(foldedEntries.map(({ id }) => id));
      expect(entries.map(sharedFields)).toEqual(foldedEntries.map(({ entry }) => sharedFields(entry)));

      const versions = versionTables.rows()["entryVersions"] ?? [];
      for (const { id, entry } of foldedEntries) {
        const versionIds = versions.filter(({ entryId }) => entryId === id).map((version) => version["id"]);
        expect(new Set(versionIds)).toEqual(new Set(entry.versionIds));
        const lastState = entryStates.findLast(({ entryId }) => entryId === id);
        const stateFields = ["journalId", "status", "starred", "createdAt", "localDate", "timezone"] as const;
        expect(stateFields.map((name) => lastState?.[name])).toEqual(stateFields.map((name) => entry[name]));
      }
      expect(versions).toHaveLength(
        foldedEntries.reduce((total, { entry }) => total + entry.versionIds.length, 0),
      );
      for (const { journalId, active, trashed } of journalCounts) {
        const countWith = (status: string) =>
          foldedEntries.filter(({ entry }) => entry.journalId === journalId && entry.status === status)
            .length;
        expect([active, trashed]).toEqual([countWith("active"), countWith("trashed")]);
      }
    }),
    { numRuns: 300 },
  );
});
