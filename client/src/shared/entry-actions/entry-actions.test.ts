import { describe, expect, test } from "vitest";
import { sampleEntry, sampleJournal } from "../testing/sample-journal.ts";
import { testServer } from "../testing/test-server.ts";
import { EntriesStore } from "../../stores/entries.store.ts";
import { JournalsStore } from "../../stores/journals.store.ts";
import { eraseEntries, restoreEntries, selectionBody, starEntry, trashEntries } from "./entry-actions.ts";

const firstPage = { journalId: 1, view: "active", page: 1 } as const;

async function openStores() {
  const server = testServer({ journals: [sampleJournal(1)], entries: [sampleEntry(100), sampleEntry(101)] });
  const entries = new EntriesStore(server.api, new JournalsStore(server.api));
  await entries.load(firstPage);
  return { server, api: server.api, entries };
}

describe("request bodies for a selection", () => {
  test("the body for a selection of single entries has their ids", () =>
    expect(selectionBody({ ids: [1, 2] })).toEqual({ entry_ids: [1, 2] }));

  test("the body for a selection of all entries has the view and the time when the list was loaded", () => {
    const since = "2026-11-20T12:00:00.000Z";
    expect(selectionBody({ all: "trashed", since })).toEqual({ all_entries: true, view: "trashed", since });
  });
});

test("a star is shown immediately, and is reverted when the call fails", async () => {
  const { server, api, entries } = await openStores();
  const starring = starEntry({ api, entries }, entries.find(100)!, true);
  expect(entries.find(100)?.starred).toBe(true);
  expect((await starring).ok).toBe(true);
  server.serverState.isDown = true;
  const unstarring = starEntry({ api, entries }, entries.find(100)!, false);
  expect(entries.find(100)?.starred).toBe(false);
  expect((await unstarring).ok).toBe(false);
  expect(entries.find(100)?.starred).toBe(true);
});

test.each(["clear", "forget"] as const)(
  "a late reply does not bring back entries that the store's `%s` removed",
  async (removal) => {
    for (const isDown of [false, true]) {
      // oxlint-disable-next-line no-await-in-loop -- each case has its own store
      const { server, api, entries } = await openStores();
      server.serverState.isDown = isDown;
      const starring = starEntry({ api, entries }, entries.find(100)!, true);
      entries[removal](1);
      // oxlint-disable-next-line no-await-in-loop -- as above
      await starring;
      expect(entries.find(100)).toBeUndefined();
    }
  },
);

test.each([false, true])(
  "a late reply does not show a text that a lock hides now (failed: %s)",
  async (isDown) => {
    const { server, api, entries } = await openStores();
    server.serverState.isDown = isDown;
    const starring = starEntry({ api, entries }, entries.find(100)!, true);
    const lockedEntry = { ...sampleEntry(100), title: "", excerpt: "", is_unlocked: false };
    entries.put(lockedEntry);
    await starring;
    expect(entries.find(100)).toEqual({ ...lockedEntry, starred: !isDown });
  },
);

test("entries are trashed, restored and erased", async () => {
  const { server, api, entries } = await openStores();
  const inTrash = { ...firstPage, view: "trashed" } as const;
  await trashEntries(api, 1, { ids: [100] });
  await entries.load(inTrash);
  expect(entries.page(inTrash)?.entryIds).toEqual([100]);
  await restoreEntries(api, 1, { ids: [100] });
  await entries.load(inTrash);
  expect(entries.page(inTrash)?.entryIds).toEqual([]);
  await eraseEntries(api, 1, { ids: [100] });
  expect(server.serverState.entries.map(({ id }) => id)).toEqual([101]);
});
