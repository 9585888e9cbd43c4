// @vitest-environment happy-dom
import { lockTypes } from "@daybook/domain/contract/lock-types";
import type { Journal } from "@daybook/domain/contract/journals";
import { act, type ComponentProps } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeAll, expect, test } from "vitest";
import type { Api } from "../../shared/api-client.ts";
import type { SessionActor } from "../../shared/services.ts";
import { renderForTest } from "../../shared/testing/rendered.tsx";
import { sampleFailure } from "../../shared/testing/sample-failure.ts";
import { sampleJournal } from "../../shared/testing/sample-journal.ts";
import { useIsOnPage } from "../../shared/use-is-on-page.ts";
import { LockSyncStore } from "../../stores/lock-sync.store.ts";
import { JournalMenu } from "./journal-menu.tsx";
import { journalsText } from "./journals-text.ts";

// Compiling the chunk takes a while on a busy machine.
beforeAll(() => import("./journal-settings.tsx"), 180_000);
beforeAll(() => import("../../shared/ui/confirm.tsx"), 180_000);

let cleanUp = async () => {};
afterEach(() => cleanUp());

const LockSlot = ({ journal }: { journal: Journal }) => <p>{`The lock of ${journal.name}`}</p>;

type MenuProps = Omit<ComponentProps<typeof JournalMenu>, "isOnPage">;
const MenuOnPage = (props: MenuProps) => <JournalMenu {...props} isOnPage={useIsOnPage()} />;

/** Opens the menu of a journal. Its calls get the replies of `call`. */
async function openMenu(changes: Partial<Journal>, call?: () => Promise<unknown>) {
  const journal = sampleJournal(1, changes);
  const router = createMemoryRouter([
    { path: "/", element: <MenuOnPage journal={journal} lockSlot={LockSlot} /> },
  ]);
  const page = await renderForTest(<RouterProvider router={router} />, { api: { call } as unknown as Api });
  cleanUp = page.remove;
  const click = (name: string) => act(async () => page.button(name).click());
  await click("More actions for Journal 1");
  const itemElements = () => [...document.querySelectorAll<HTMLElement>("[role=menuitem]")];
  return {
    click,
    choose: (name: string) =>
      act(async () =>
        itemElements()
          .find(({ textContent }) => textContent === name)
          ?.click(),
      ),
    items: itemElements().map(({ textContent }) => textContent),
    openSettings: async () => {
      const item = itemElements().find(({ textContent }) => textContent === "Journal settings");
      await act(async () => item?.click());
      await act(() => import("./journal-settings.tsx"));
    },
  };
}

const regions = () =>
  [...document.querySelectorAll("section[aria-label]")].map((section) => section.getAttribute("aria-label"));

test("the menu of a journal without a lock has five actions, and its settings open the lock dialog", async () => {
  const { items, openSettings, click } = await openMenu({});
  expect(items).toEqual(["Rename", "Cover and paper", "Lock…", "Journal settings", "Delete"]);
  await openSettings();
  expect(regions()).toEqual(expect.arrayContaining(["Lock", "Reminders", "Looking Glass"]));
  await click("Change: Lock");
  expect(document.body.textContent).toContain("The lock of Journal 1");
});

test("a teacher's journal of a classroom has no lock", async () => {
  const { items, openSettings } = await openMenu({ is_classroom_master: true });
  expect(items).toEqual(["Rename", "Cover and paper", "Journal settings", "Delete"]);
  await openSettings();
  const lookingGlass = document.querySelector<HTMLInputElement>('input[aria-label="Looking Glass"]');
  expect(lookingGlass?.checked).toBe(true);
  expect(regions()).not.toContain("Lock");
});

test("a student's journal of a classroom can only be deleted", async () => {
  const { items } = await openMenu({ is_classroom_slave: true });
  expect(items).toEqual(["Delete"]);
});

test("a failed deletion whose reply arrives after Cancel is not shown when the dialog opens again", async () => {
  let answer: (reply: unknown) => void = () => {};
  const { choose, click } = await openMenu({}, () => new Promise((resolve) => (answer = resolve)));
  const dialog = () => document.querySelector("[role=alertdialog]");
  await choose("Delete");
  await click("Delete");
  expect(dialog()?.querySelector("[aria-busy=true]")?.textContent).toBe("Delete");
  await click("Cancel");
  await act(async () => answer(sampleFailure(503, "unavailable")));
  await click("More actions for Journal 1");
  await choose("Delete");
  expect(dialog()?.textContent).toContain("Delete “Journal 1”?");
  expect(dialog()?.querySelector("[role=alert]")).toBeNull();
});

test.each([
  ["the page of the journal is left", false, "/journals", 0],
  ["another page that was opened meanwhile stays open and is reloaded", true, "/help", 1],
])("after “Lock now”, %s", async (_, moves, path, reloads) => {
  let answer = (_reply: unknown) => {};
  const api = { call: () => new Promise((resolve) => (answer = resolve)) } as unknown as Api;
  const lock = { lock_type_id: lockTypes.password, is_unlocked: true, remember_password: true };
  const journal = sampleJournal(1, lock);
  const router = createMemoryRouter([
    { path: "/", element: <MenuOnPage journal={journal} isOwnPage lockSlot={LockSlot} /> },
    { path: "*", element: null },
  ]);
  const lockSync = new LockSyncStore({ post: () => {}, subscribe: () => {}, close: () => {} });
  const sessionActor = { getSnapshot: () => ({ context: { session: null } }) } as SessionActor;
  const services = { api, lockSync, sessionActor, unlocks: new Map(), stores: null };
  const page = await renderForTest(<RouterProvider router={router} />, services);
  cleanUp = page.remove;
  await act(async () => page.button("More actions for Journal 1").click());
  const items = [...document.querySelectorAll<HTMLElement>("[role=menuitem]")];
  await act(async () => items.find(({ textContent }) => textContent === journalsText.lockNow)?.click());
  if (moves) await act(() => router.navigate("/help"));
  const data = { journal: { ...journal, is_unlocked: false } };
  await act(async () => answer({ ok: true, status: 200, data }));
  expect([router.state.location.pathname, lockSync.reloads.get()]).toEqual([path, reloads]);
});
