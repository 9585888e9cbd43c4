import { idleLockMs } from "@daybook/domain/contract/bounds";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { followClosings } from "./follow-closings.ts";
import { sampleEntry, sampleJournal } from "./shared/testing/sample-journal.ts";
import { testServer } from "./shared/testing/test-server.ts";
import { ClosingsStore } from "./stores/closings.store.ts";
import { EntriesStore } from "./stores/entries.store.ts";
import { JournalsStore } from "./stores/journals.store.ts";

const locked = { lock_type_id: 2 as const, is_unlocked: true };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A page of the first of two journals that are open, of which the given one locks by itself. */
async function openPage(auto: number) {
  const own = (id: number) => sampleJournal(id, { ...locked, auto_lock: id === auto });
  const server = testServer({ journals: [own(1), own(2)], entries: [sampleEntry(5)] });
  const clock = { now: () => Date.now() };
  const closings = new ClosingsStore({ post: () => {}, subscribe: () => {}, close: () => {} }, clock);
  const journals = new JournalsStore(server.api);
  const entries = new EntriesStore(server.api, journals);
  await journals.load();
  entries.put(sampleEntry(5));
  const revalidate = vi.fn<() => Promise<void>>(() => Promise.resolve());
  const state = { matches: [{ params: { journalId: "1" } }] } as never;
  const page = { visibilityState: "visible" as const, addEventListener: () => {} };
  followClosings({ revalidate, state }, { closings, journals, entries, unlocks: new Map() }, page);
  const close = () => {
    server.world.journals = server.world.journals.map((journal) => ({ ...journal, is_unlocked: false }));
  };
  return { closings, entries, revalidate, close };
}

test("what the server closed by itself gives way when its time has come", async () => {
  const { closings, entries, revalidate, close } = await openPage(1);
  await vi.advanceTimersByTimeAsync(60_000);
  close();
  await vi.advanceTimersByTimeAsync(idleLockMs - 60_000);
  expect(revalidate).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(revalidate).toHaveBeenCalledOnce();
  expect(closings.count).toBe(1);
  expect(entries.find(5)).toBeUndefined();
});

test("what is used in another tab, and stays open, stays", async () => {
  const { revalidate, close } = await openPage(1);
  await vi.advanceTimersByTimeAsync(2 * idleLockMs);
  expect(revalidate).not.toHaveBeenCalled();
  close();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(revalidate).toHaveBeenCalledOnce();
});

test("a lock that does not close by itself is not asked about", async () => {
  const { revalidate, close } = await openPage(0);
  close();
  await vi.advanceTimersByTimeAsync(2 * idleLockMs);
  expect(revalidate).not.toHaveBeenCalled();
});

test("an entry that closes by itself is asked for once, as only it can tell", async () => {
  const { closings, revalidate } = await openPage(0);
  const entry = sampleEntry(5, { locked: true, auto_lock: true });
  closings.answered({ journalId: 1, mutates: false, status: 200, data: { entry } });
  await vi.advanceTimersByTimeAsync(idleLockMs - 1_000);
  expect(revalidate).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(revalidate).toHaveBeenCalledOnce();
  // The answer is that it is closed.
  closings.answered({ journalId: 1, mutates: false, status: 423 });
  await vi.advanceTimersByTimeAsync(2 * idleLockMs);
  expect(revalidate).toHaveBeenCalledOnce();
});
