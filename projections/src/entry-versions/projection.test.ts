import { entrySamples } from "@daybook/domain/entry/samples";
import type { DomainEvent } from "@daybook/domain/events";
import { sampleIds, sampleSealed, sampleTime } from "@daybook/domain/kernel/sample-values";
import { expect, test } from "vitest";
import { createMemoryTables, logOf } from "../testing/memory-tables.ts";
import { entryVersions } from "./projection.ts";

const { EntryCreated, EntryRevised, EntryStarred, EntryVersionRestored, EntryErased } = entrySamples;

const version = (number: number, ordinal: number, minute: number) => ({
  id: sampleIds.version + number,
  entryId: sampleIds.entry,
  ordinal,
  createdAt: sampleTime(minute),
  title: sampleSealed(`title-${number}`),
  body: sampleSealed(`body-${number}`),
  excerpt: sampleSealed(`excerpt-${number}`),
  wordCount: 100 + number,
  wordsAdded: number === 0 ? 100 : 3,
  wordsRemoved: number === 0 ? 0 : 2,
});

const project = (...events: readonly DomainEvent[]) => {
  const tables = createMemoryTables(entryVersions);
  tables.apply(...logOf(...events));
  return tables.rows()["entryVersions"];
};

test("every saved text is a version, but a star is not", () => {
  expect(project(EntryCreated, EntryRevised, EntryStarred, EntryVersionRestored)).toEqual([
    version(0, 0, 20),
    version(1, 1, 21),
    version(2, 3, 22),
  ]);
});

test("an erased entry has no versions; other entries keep theirs", () => {
  const otherEntry = { ...EntryCreated, data: { ...EntryCreated.data, entryId: 402, versionId: 900 } };
  expect(project(EntryCreated, otherEntry, EntryRevised, EntryErased)).toEqual([
    { ...version(0, 0, 20), id: 900, entryId: 402 },
  ]);
});
