import { idleLockMs } from "@daybook/domain/contract/bounds";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { followLockSync } from "./follow-lock-sync.ts";
import { sampleEntry, sampleJournal } from "../shared/testing/sample-journal.ts";
import { testServer } from "../shared/testing/test-server.ts";
import { LockSyncStore } from "../stores/lock-sync.store.ts";
import { EntriesStore } from "../stores/entries.store.ts";
import { JournalsStore } from "../stores/journals.store.ts";

const openLock = { lock_type_id: 2 as const, is_unlocked: true };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Opens a page of journal 1. The locks of journals 1 and 2 are open; only `autoLockJournalId`, if any, has auto-lock. */
async function openPage(
  autoLockJournalId: number | null,
  { loadsAll = true, ...params }: { entryId?: string; loadsAll?: boolean } = {},
) {
  const journalWithOpenLock = (id: number) =>
    sampleJournal(id, { ...openLock, auto_lock: id === autoLockJournalId });
  const server = testServer({
    journals: [journalWithOpenLock(1), journalWithOpenLock(2)],
    entries: [sampleEntry(5)],
  });
  const clock = { now: () => Date.now() };
  const lockSync = new LockSyncStore({ post: () => {}, subscribe: () => {}, close: () => {} }, clock);
  const journals = new JournalsStore(server.api);
  const entries = new EntriesStore(server.api, journals);
  if (loadsAll) await journals.load();
  else journals.put(journalWithOpenLock(1));
  entries.put(sampleEntry(5));
  const revalidate = vi.fn<() => Promise<void>>(() => Promise.resolve());
  const state = { matches: [{ params: { journalId: "1", ...params } }] } as never;
  const page = { visibilityState: "visible" as const, addEventListener: () => {} };
  followLockSync(
    { revalidate, state },
    { lockSync, stores: { journals, entries }, unlocks: new Map() },
    page,
  );
  const closeLocks = () => {
    server.serverState.journals = server.serverState.journals.map((journal) => ({
      ...journal,
      is_unlocked: false,
    }));
  };
  return { lockSync, entries, revalidate, closeLocks };
}

test("the page notices after the idle time that the server has closed a lock", async () => {
  const { lockSync, entries, revalidate, closeLocks } = await openPage(1);
  await vi.advanceTimersByTimeAsync(60_000);
  closeLocks();
  await vi.advanceTimersByTimeAsync(idleLockMs - 60_000);
  expect(revalidate).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(revalidate).toHaveBeenCalledOnce();
  expect(lockSync.reloads.get()).toBe(1);
  expect(entries.find(5)).toBeUndefined();
});

test("the page notices that the server has closed a lock when only its own journal was loaded", async () => {
  const { revalidate, closeLocks } = await openPage(1, { loadsAll: false });
  closeLocks();
  await vi.advanceTimersByTimeAsync(idleLockMs + 60_000);
  expect(revalidate).toHaveBeenCalledOnce();
});

test("a lock that is still open after the idle time is checked again until the server has closed it", async () => {
  const { revalidate, closeLocks } = await openPage(1);
  await vi.advanceTimersByTimeAsync(2 * idleLockMs);
  expect(revalidate).not.toHaveBeenCalled();
  closeLocks();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(revalidate).toHaveBeenCalledOnce();
});

test("the page does not check a lock without auto-lock", async () => {
  const { revalidate, closeLocks } = await openPage(null);
  closeLocks();
  await vi.advanceTimersByTimeAsync(2 * idleLockMs);
  expect(revalidate).not.toHaveBeenCalled();
});

test("the page reloads once after the idle time of an entry with auto-lock, to learn whether the entry is locked", async () => {
  const { lockSync, revalidate } = await openPage(null);
  const entry = sampleEntry(5, { locked: true, auto_lock: true });
  const response = { journalId: 1, mutates: false, status: 200 };
  lockSync.handleResponse({ ...response, entryId: 5, data: { entry } });
  // The star of another entry in the list was changed.
  lockSync.handleResponse({ ...response, entryId: 6, mutates: true, data: { entry: sampleEntry(6) } });
  await vi.advanceTimersByTimeAsync(idleLockMs - 1_000);
  expect(revalidate).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(revalidate).toHaveBeenCalledOnce();
  // The server replies that the entry is locked.
  lockSync.handleResponse({ ...response, entryId: 5, status: 423 });
  await vi.advanceTimersByTimeAsync(2 * idleLockMs);
  expect(revalidate).toHaveBeenCalledOnce();
});

test("the page of another entry does not reload after the idle time of an entry with auto-lock", async () => {
  const { lockSync, revalidate } = await openPage(null, { entryId: "6" });
  const entry = sampleEntry(5, { locked: true, auto_lock: true });
  lockSync.handleResponse({ journalId: 1, entryId: 5, mutates: false, status: 200, data: { entry } });
  await vi.advanceTimersByTimeAsync(2 * idleLockMs);
  expect(revalidate).not.toHaveBeenCalled();
});
