import { idleLockMs } from "@daybook/domain/contract/bounds";
import { expect, test, vi } from "vitest";
import { sampleEntry } from "../shared/testing/sample-journal.ts";
import type { TabChannel } from "../shared/tab-channel.ts";
import { LockSyncStore } from "./lock-sync.store.ts";

const clock = { now: 0 };

function openStore() {
  let notify = (): void => {};
  const post = vi.fn<() => void>();
  const tabs: TabChannel = { post, subscribe: (listener) => (notify = listener), close: () => {} };
  const lockSync = new LockSyncStore(tabs, { now: () => clock.now });
  const reloadLocks = vi.fn<() => Promise<void>>(() => Promise.resolve());
  lockSync.setReload(reloadLocks, () => 7);
  return { lockSync, reloadLocks, post, receive: () => notify() };
}

test("a lock in another tab reloads the page", async () => {
  const { lockSync, reloadLocks, receive, post } = openStore();
  receive();
  await vi.waitFor(() => expect(lockSync.reloads.get()).toBe(1));
  expect(reloadLocks).toHaveBeenCalledOnce();
  expect(post).not.toHaveBeenCalled();
  lockSync.broadcast();
  expect(post).toHaveBeenCalledOnce();
});

test("unsaved changes defer the reload until they are saved", async () => {
  const { lockSync, reloadLocks, receive } = openStore();
  const [releaseFirst, releaseSecond] = [lockSync.deferReload(), lockSync.deferReload()];
  receive();
  releaseFirst();
  expect(reloadLocks).not.toHaveBeenCalled();
  releaseSecond();
  await vi.waitFor(() => expect(lockSync.reloads.get()).toBe(1));
  lockSync.deferReload()();
  expect(reloadLocks).toHaveBeenCalledOnce();
});

test("a change that a lock refuses reloads the page, but not a page with unsaved changes", async () => {
  const { lockSync, reloadLocks } = openStore();
  const response = { journalId: 7, entryId: null, mutates: true, status: 423 };
  lockSync.handleResponse({ ...response, status: 200 });
  lockSync.handleResponse({ ...response, failureBody: { is_unlocked: true } });
  // Reads are handled by their caller.
  lockSync.handleResponse({ ...response, mutates: false });
  lockSync.handleResponse({ ...response, journalId: 8 });
  const release = lockSync.deferReload();
  lockSync.handleResponse(response);
  release();
  expect(reloadLocks).not.toHaveBeenCalled();
  lockSync.handleResponse(response);
  await vi.waitFor(() => expect(lockSync.reloads.get()).toBe(1));
  // Calls on tags belong to no journal.
  lockSync.handleResponse({ ...response, journalId: null });
  await vi.waitFor(() => expect(lockSync.reloads.get()).toBe(2));
});

test("a journal without requests for 15 minutes is idle", () => {
  const { lockSync } = openStore();
  expect(lockSync.isIdle(7)).toBe(false);
  clock.now += idleLockMs - 1;
  expect(lockSync.isIdle(7)).toBe(false);
  lockSync.handleResponse({ journalId: 7, entryId: null, mutates: false, status: 200 });
  clock.now += idleLockMs - 1;
  expect(lockSync.isIdle(7)).toBe(false);
  clock.now += 1;
  expect(lockSync.isIdle(7)).toBe(true);
});

test("an entry with auto-lock counts as unlocked until a response says that it is not, or the journal is locked", () => {
  const { lockSync } = openStore();
  const response = { journalId: 7, entryId: null, mutates: false, status: 200 };
  const unlockedEntry = sampleEntry(5, { locked: true, auto_lock: true });
  const mayShowEntries = () => [4, 5, null].map((entryId) => lockSync.mightShowAutoLockEntry(7, entryId));
  const receiveUnlockedEntry = () =>
    lockSync.handleResponse({
      ...response,
      data: { entries: [{ entry: sampleEntry(4) }, { entry: unlockedEntry }] },
    });
  receiveUnlockedEntry();
  expect(mayShowEntries()).toEqual([false, true, true]);
  expect(lockSync.mightShowAutoLockEntry(8, null)).toBe(false);
  // Responses about other entries, or without the settings of the lock, say nothing about this one.
  lockSync.handleResponse({ ...response, mutates: true, data: { entries: [{ entry: { id: 5 } }] } });
  lockSync.handleResponse({ ...response, entryId: 4, mutates: true, data: { entry: sampleEntry(4) } });
  lockSync.handleResponse({ ...response, entryId: 4, status: 423 });
  expect(mayShowEntries()).toEqual([false, true, true]);
  lockSync.handleResponse({
    ...response,
    entryId: 5,
    data: { entry: { ...unlockedEntry, is_unlocked: false } },
  });
  expect(mayShowEntries()).toEqual([false, false, false]);
  for (const entryId of [5, null]) {
    receiveUnlockedEntry();
    lockSync.handleResponse({ ...response, entryId, status: 423 });
    expect(mayShowEntries()).toEqual([false, false, false]);
  }
});
