import { expect, test, vi } from "vitest";
import type { TabChannel } from "../shared/tab-channel.ts";
import { ClosingsStore } from "./closings.store.ts";

function open() {
  let heard = (): void => {};
  const post = vi.fn<() => void>();
  const tabs: TabChannel = { post, subscribe: (listener) => (heard = listener), close: () => {} };
  const closings = new ClosingsStore(tabs);
  const look = vi.fn<() => Promise<void>>(() => Promise.resolve());
  closings.follow(look);
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
