import { entrySamples } from "@daybook/domain/entry/samples";
import type { DomainEvent } from "@daybook/domain/events";
import { sampleIds } from "@daybook/domain/kernel/sample-values";
import { expect, test } from "vitest";
import { createMemoryTables, logOf } from "../testing/memory-tables.ts";
import { publicLinks } from "./projection.ts";

const { EntryPublished, EntryUnpublished, EntryErased } = entrySamples;
const link = { entryId: sampleIds.entry, linkId: sampleIds.link, slugHash: "slug-hash" };

const project = (...events: readonly DomainEvent[]) => {
  const tables = createMemoryTables(publicLinks);
  tables.apply(...logOf(...events));
  return tables.rows()["publicLinks"];
};

test("a published entry has a link with the hash of its slug", () => {
  expect(project(EntryPublished)).toEqual([link]);
});

test.each([EntryUnpublished, EntryErased])("$type removes the link", (endEvent) => {
  expect(project(EntryPublished, endEvent)).toEqual([]);
});

test("an entry that is published again has a new link", () => {
  const secondPublication = {
    ...EntryPublished,
    data: { ...EntryPublished.data, linkId: 602, slugHash: "other" },
  };
  expect(project(EntryPublished, EntryUnpublished, secondPublication)).toEqual([
    { ...link, linkId: 602, slugHash: "other" },
  ]);
});
