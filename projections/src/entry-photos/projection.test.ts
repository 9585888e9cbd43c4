import { entrySamples } from "@daybook/domain/entry/samples";
import type { DomainEvent } from "@daybook/domain/events";
import { sampleIds, sampleSealed, sampleTime } from "@daybook/domain/kernel/sample-values";
import { expect, test } from "vitest";
import { createMemoryTables, logOf } from "../testing/memory-tables.ts";
import { entryPhotos } from "./projection.ts";

const { EntryCreated, PhotoAdded, PhotoRemoved, EntryTrashed, EntryRestored, EntryErased } = entrySamples;
const secondPhoto = { ...PhotoAdded, data: { ...PhotoAdded.data, photoId: 702 } };

const photosAfter = (...events: readonly DomainEvent[]) => {
  const tables = createMemoryTables(entryPhotos);
  tables.apply(...logOf(EntryCreated, ...events));
  return tables.rows()["photos"];
};
const row = {
  entryId: sampleIds.entry,
  id: sampleIds.photo,
  addedAt: sampleTime(25),
  size: 2_400_000,
  meta: sampleSealed("photo-meta"),
};

test("a photo has a row until it is removed", () => {
  expect(photosAfter(PhotoAdded)).toEqual([row]);
  expect(photosAfter(PhotoAdded, secondPhoto)).toEqual([row, { ...row, id: 702 }]);
  expect(photosAfter(PhotoAdded, secondPhoto, PhotoRemoved)).toEqual([{ ...row, id: 702 }]);
});

test("an entry that is trashed and restored keeps its photos; an erased one has none", () => {
  const restoredElsewhere = { ...EntryRestored, data: { ...EntryRestored.data, journalId: 302 } };
  expect(photosAfter(PhotoAdded, EntryTrashed, restoredElsewhere)).toEqual([row]);
  expect(photosAfter(PhotoAdded, secondPhoto, EntryErased)).toEqual([]);
});
