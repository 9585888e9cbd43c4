import { entrySamples } from "@daybook/domain/entry/samples";
import type { DomainEvent } from "@daybook/domain/events";
import { sampleIds, sampleSealed, sampleTime } from "@daybook/domain/kernel/sample-values";
import { tagSamples } from "@daybook/domain/tag/samples";
import { expect, test } from "vitest";
import { createMemoryTables, logOf } from "../testing/memory-tables.ts";
import { tags } from "./projection.ts";

const { EntryTagged, EntryUntagged, EntryErased } = entrySamples;
const { TagCreated, TagRenamed, TagMerged, TagErased } = tagSamples;
const [entryId, tagId] = [sampleIds.entry, sampleIds.tag];
const row = { id: tagId, userId: sampleIds.account, createdAt: sampleTime(19) };

const project = (...events: readonly DomainEvent[]) => {
  const tables = createMemoryTables(tags);
  tables.apply(...logOf(...events));
  return tables.rows();
};

test("a tag has its newest name, sealed", () => {
  expect(project(TagCreated)).toEqual({ tags: [{ ...row, name: sampleSealed("tag-1") }], entryTags: [] });
  expect(project(TagCreated, TagRenamed)["tags"]).toEqual([{ ...row, name: sampleSealed("tag-2") }]);
});

test.each([TagMerged, TagErased])("$type removes the tag", (endEvent) => {
  expect(project(TagCreated, endEvent)).toEqual({ tags: [], entryTags: [] });
});

test("an entry's tags are added, removed, and erased with the entry", () => {
  const otherTag = { ...EntryTagged, data: { ...EntryTagged.data, tagId: tagId + 1 } };
  expect(project(EntryTagged, otherTag, EntryTagged)["entryTags"]).toEqual([
    { entryId, tagId },
    { entryId, tagId: tagId + 1 },
  ]);
  expect(project(EntryTagged, otherTag, EntryUntagged)["entryTags"]).toEqual([{ entryId, tagId: tagId + 1 }]);
  expect(project(EntryTagged, otherTag, EntryErased)["entryTags"]).toEqual([]);
});

test("renaming a missing tag is an error", () => {
  expect(() => project(TagRenamed)).toThrow(`tags cannot apply TagRenamed of tag-${tagId}`);
});
