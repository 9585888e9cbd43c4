import { idleLockMs } from "@daybook/domain/contract/bounds";
import { expect, test, vi } from "vitest";
import { sampleEntry } from "../shared/testing/sample-journal.ts";
import type { TabChannel } from "../shared/tab-channel.ts";
import { ClosingsStore } from "./closings.store.ts";

const clock = { now: 0 };

function open() {
  let heard = (): void => {};
  const post = vi.fn<() => void>();
  const tabs: TabChannel = { post, subscribe: (listener) => (heard = listener), close: () => {} };
  const closings = new ClosingsStore(tabs, { now: () => clock.now });
  const look = vi.fn<() => Promise<void>>(() => Promise.resolve());
  closings.follow(look, () => 7);
  return { closings, look, post, hear: () => heard() };
}

test("what was closed elsewhere is looked for, and the page is made anew", async () => {
  const { closings, look, hear, post } = open();
  hear();
  await vi.waitFor(() => expect(closings.count).toBe(1));
  expect(look).toHaveBeenCalledOnce();
  expect(post).not.toHaveBeenCalled();
  closings.tell();
  expect(post).toHaveBeenCalledOnce();
});

test("unsaved words keep the page as it is, until they are saved", async () => {
  const { closings, look, hear } = open();
  const [one, other] = [closings.hold(), closings.hold()];
  hear();
  one();
  expect(look).not.toHaveBeenCalled();
  other();
  await vi.waitFor(() => expect(closings.count).toBe(1));
  closings.hold()();
  expect(look).toHaveBeenCalledOnce();
});

test("an act on what is shown that meets a closed lock is a word of it", async () => {
  const { closings, look } = open();
  const answered = { journalId: 7, mutates: true, status: 423 };
  closings.answered({ ...answered, status: 200 });
  // Whoever only asks handles the answer.
  closings.answered({ ...answered, mutates: false });
  closings.answered({ ...answered, journalId: 8 });
  const release = closings.hold();
  closings.answered(answered);
  release();
  expect(look).not.toHaveBeenCalled();
  closings.answered(answered);
  await vi.waitFor(() => expect(closings.count).toBe(1));
  // A tag is of no journal.
  closings.answered({ ...answered, journalId: null });
  await vi.waitFor(() => expect(closings.count).toBe(2));
});

test("a journal is idle that was not asked for in a quarter of an hour", () => {
  const { closings } = open();
  expect(closings.isIdle(7)).toBe(false);
  clock.now += idleLockMs - 1;
  expect(closings.isIdle(7)).toBe(false);
  closings.answered({ journalId: 7, mutates: false, status: 200 });
  clock.now += idleLockMs - 1;
  expect(closings.isIdle(7)).toBe(false);
  clock.now += 1;
  expect(closings.isIdle(7)).toBe(true);
});

test("a journal has an entry that closes by itself while the last answer brought one that is open", () => {
  const { closings } = open();
  const answered = { journalId: 7, mutates: false, status: 200 };
  const auto = sampleEntry(5, { locked: true, auto_lock: true });
  closings.answered({ ...answered, data: { entries: [{ entry: sampleEntry(4) }, { entry: auto }] } });
  closings.answered({ ...answered, mutates: true, data: { entries: [{ entry: { id: 4 } }] } });
  expect(closings.hasAuto(7)).toBe(true);
  closings.answered({ ...answered, data: { entry: { ...auto, is_unlocked: false } } });
  expect(closings.hasAuto(7)).toBe(false);
  closings.answered({ ...answered, data: { entry: auto } });
  expect(closings.hasAuto(7)).toBe(true);
  closings.answered({ ...answered, status: 423 });
  expect(closings.hasAuto(7)).toBe(false);
});
