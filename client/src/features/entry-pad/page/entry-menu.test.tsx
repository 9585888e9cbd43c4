// @vitest-environment happy-dom
import type { Entry } from "@daybook/domain/contract/entries";
import { act } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import type { Api } from "../../../shared/api-client.ts";
import { renderForTest } from "../../../shared/testing/rendered.tsx";
import { sampleEntry } from "../../../shared/testing/sample-journal.ts";
import { LockSyncStore } from "../../../stores/lock-sync.store.ts";
import { EntryDetailsStore } from "../entry-details.store.ts";
import { entryMenuText } from "./entry-menu-text.ts";
import { EntryMenu } from "./entry-menu.tsx";
import type { PadLockProps } from "./pad-lock.ts";
import { padText } from "../pad-text.ts";
import { createBlankWriting } from "../date/writing-date.ts";
import type { PadSession } from "../session/pad-session.ts";

const writing = createBlankWriting(0);
const session = {
  journalId: 1,
  actor: { getSnapshot: () => ({ context: { saved: { id: 5 }, writing } }) },
  flush: async () => true,
  ensureEntry: async () => 5,
} as unknown as PadSession;

/** Opens the page of an entry, and a lock dialog that does nothing itself. */
async function openLockDialog() {
  let lockProps = null as unknown as PadLockProps;
  const LockDialog = (props: PadLockProps) => {
    lockProps = props;
    return null;
  };
  const details = new EntryDetailsStore({} as Api, 1, () => 5);
  const menu = (
    <EntryMenu
      session={session}
      details={details}
      readOnly={false}
      lock={LockDialog}
      onShowShortcuts={() => {}}
      onAddPhotos={() => {}}
    />
  );
  const lockSync = new LockSyncStore({ post: () => {}, subscribe: () => {}, close: () => {} });
  const routes = [
    { path: "/journals/1/5", element: menu },
    { path: "*", element: null },
  ];
  const router = createMemoryRouter(routes, { initialEntries: ["/journals/1/5"] });
  const services = { api: {} as Api, lockSync, stores: null };
  const { button, remove } = await renderForTest(<RouterProvider router={router} />, services);
  await act(async () => button(padText.more).click());
  const items = [...document.querySelectorAll<HTMLElement>("[role=menuitem]")];
  await act(async () => items.find(({ textContent }) => textContent === entryMenuText.lock)?.click());
  return { lockProps, details, lockSync, router, remove };
}

test.each([
  ["the page of the entry is left", false, "/journals/1/entries", 0],
  ["another page that was opened meanwhile stays open and is reloaded", true, "/journals", 1],
])("after the entry was locked, %s", async (_, moves, path, reloads) => {
  const { lockProps, lockSync, router, remove } = await openLockDialog();
  if (moves) await act(() => router.navigate("/journals"));
  const locked = { ...sampleEntry(5, { locked: true, is_unlocked: false }), photos: [] };
  await act(async () => lockProps.onChanged(locked as unknown as Entry));
  expect([router.state.location.pathname, lockSync.reloads.get()]).toEqual([path, reloads]);
  await remove();
});

test("a late reply to a change of the lock keeps a tag that was added meanwhile", async () => {
  const { lockProps, details, remove } = await openLockDialog();
  const tags = [{ id: 1, name: "sea" }];
  details.put({ tags });
  const unlocked = { ...sampleEntry(5, { locked: true, password_hint: "the yard" }), photos: [] };
  await act(async () => lockProps.onChanged(unlocked as unknown as Entry));
  const { hasLock, hint } = details.values;
  expect([hasLock, hint, details.values.tags]).toEqual([true, "the yard", tags]);
  await remove();
});
