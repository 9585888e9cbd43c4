import { describe, expect, test } from "vitest";
import { sampleEntry, sampleJournal } from "../../shared/testing/sample-journal.ts";
import { testServer } from "../../shared/testing/test-server.ts";
import { EntriesStore } from "../../stores/entries.store.ts";
import { JournalsStore } from "../../stores/journals.store.ts";
import { bodyOf, erase, restore, star, trash } from "./entry-acts.ts";

const first = { journalId: 1, view: "active", page: 1 } as const;

async function open() {
  const server = testServer({ journals: [sampleJournal(1)], entries: [sampleEntry(100), sampleEntry(101)] });
  const entries = new EntriesStore(server.api, new JournalsStore(server.api));
  await entries.load(first);
  return { server, api: server.api, entries };
}

describe("which entries are meant", () => {
  test("some by their ids", () => expect(bodyOf({ ids: [1, 2] })).toEqual({ entry_ids: [1, 2] }));

  test("all of a view, as it was at a moment", () => {
    const since = "2026-11-20T12:00:00.000Z";
    expect(bodyOf({ all: "trashed", since })).toEqual({ all_entries: true, view: "trashed", since });
  });
});

test("a star shows at once, and goes again when the server refuses", async () => {
  const { server, api, entries } = await open();
  const starring = star({ api, entries }, entries.find(100)!, true);
  expect(entries.find(100)?.starred).toBe(true);
  expect((await starring).ok).toBe(true);
  server.world.down = true;
  const unstarring = star({ api, entries }, entries.find(100)!, false);
  expect(entries.find(100)?.starred).toBe(false);
  expect((await unstarring).ok).toBe(false);
  expect(entries.find(100)?.starred).toBe(true);
});

test("entries go to the trash, come back, and go for ever", async () => {
  const { server, api, entries } = await open();
  const inTrash = { ...first, view: "trashed" } as const;
  await trash(api, 1, { ids: [100] });
  await entries.load(inTrash);
  expect(entries.page(inTrash)?.entryIds).toEqual([100]);
  await restore(api, 1, { ids: [100] });
  await entries.load(inTrash);
  expect(entries.page(inTrash)?.entryIds).toEqual([]);
  await erase(api, 1, { ids: [100] });
  expect(server.world.entries.map(({ id }) => id)).toEqual([101]);
});
