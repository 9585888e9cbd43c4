// @vitest-environment happy-dom
import { lockTypes } from "@daybook/domain/contract/lock-types";
import { act } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import type { Api } from "../../shared/api-client.ts";
import type { Services, SessionActor } from "../../shared/services.ts";
import { renderForTest } from "../../shared/testing/rendered.tsx";
import { sampleJournal } from "../../shared/testing/sample-journal.ts";
import { LockSyncStore } from "../../stores/lock-sync.store.ts";
import { JournalLockDialog } from "./journal-lock-dialog.tsx";

// Compiling the chunk takes a while on a busy machine.
beforeAll(() => import("../../shared/ui/dialog.tsx"), 180_000);

let cleanUp = async () => {};
afterEach(() => cleanUp());

/** Opens the dialog of a journal without a lock, and submits an encryption lock with a recovery code. */
async function submitEncryption() {
  let reply: (answer: unknown) => void = () => {};
  const api = { call: () => new Promise((resolve) => (reply = resolve)) } as unknown as Api;
  const sessionActor = {
    subscribe: () => ({ unsubscribe: () => {} }),
    getSnapshot: () => ({ context: { session: { user: { is_pro: true } } } }),
  } as unknown as SessionActor;
  const lockSync = new LockSyncStore({ post: () => {}, subscribe: () => {}, close: () => {} });
  const services: Partial<Services> = { api, unlocks: new Map(), lockSync, sessionActor, stores: null };
  const onClose = vi.fn<() => void>();
  const dialog = <JournalLockDialog journal={sampleJournal(1)} onClose={onClose} />;
  const router = createMemoryRouter(
    [
      { path: "/journals/1/entries", element: dialog },
      { path: "*", element: null },
    ],
    { initialEntries: ["/journals/1/entries"] },
  );
  const page = await renderForTest(<RouterProvider router={router} />, services);
  cleanUp = page.remove;
  await act(() => import("../../shared/ui/dialog.tsx"));
  await act(async () => document.querySelector<HTMLElement>("[value=encryption]")?.click());
  const fields = { "New password": "by water", "Confirm password": "by water", Hint: "the yard" };
  for (const [label, value] of Object.entries(fields)) page.field(label).value = value;
  const click = (name: string) => act(async () => page.button(name).click());
  await click("Lock");
  return { click, onClose, router, lockSync, receive: (answer: unknown) => act(async () => reply(answer)) };
}

const lockedJournal = sampleJournal(1, { lock_type_id: lockTypes.encryption, is_unlocked: false });

test.each([
  ["leaves the page of the journal", false, "/journals", 0],
  ["keeps the page that was opened meanwhile, unless it is locked too", true, "/journals/2/entries", 1],
])("a lock that is set late %s", async (_, moves, path, reloads) => {
  const { router, lockSync, receive } = await submitEncryption();
  if (moves) await act(() => router.navigate("/journals/2/entries"));
  await receive({ ok: true, status: 200, data: { journal: lockedJournal } });
  expect([router.state.location.pathname, lockSync.reloads.get()]).toEqual([path, reloads]);
});

test("the dialog stays open until the recovery code of the new lock arrives", async () => {
  const { click, onClose, receive } = await submitEncryption();
  await click("Cancel");
  expect(onClose).not.toHaveBeenCalled();
  await receive({ ok: true, status: 200, data: { journal: lockedJournal, recovery_code: "0123-4567" } });
  expect(document.querySelector("code")?.textContent).toBe("0123-4567");
});

test("the dialog can be closed after the lock was refused", async () => {
  const { click, onClose, receive } = await submitEncryption();
  await receive({ ok: false, status: 503, code: "unavailable", message: "Not now.", body: null });
  await click("Cancel");
  expect(onClose).toHaveBeenCalledOnce();
});
