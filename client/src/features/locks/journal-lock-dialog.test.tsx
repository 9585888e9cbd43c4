// @vitest-environment happy-dom
import { lockTypes } from "@daybook/domain/contract/lock-types";
import { act, useState } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import type { Api } from "../../shared/api-client.ts";
import type { Services, SessionActor } from "../../shared/services.ts";
import { renderForTest } from "../../shared/testing/rendered.tsx";
import { sampleFailure } from "../../shared/testing/sample-failure.ts";
import { sampleJournal } from "../../shared/testing/sample-journal.ts";
import { ToastsStore } from "../../shared/ui/toasts.store.ts";
import { useIsOnPage } from "../../shared/use-is-on-page.ts";
import { LockSyncStore } from "../../stores/lock-sync.store.ts";
import { JournalLockDialog } from "./journal-lock-dialog.tsx";
import { lockText } from "./lock-text.ts";

// Compiling the chunk takes a while on a busy machine.
beforeAll(() => import("../../shared/ui/dialog.tsx"), 180_000);

let cleanUp = async () => {};
afterEach(() => cleanUp());

/** The page of a journal, with its lock dialog until it is closed. */
function Page({ onClose }: { onClose: () => void }) {
  const isOnPage = useIsOnPage();
  const [isOpen, setIsOpen] = useState(true);
  const close = () => {
    onClose();
    setIsOpen(false);
  };
  return isOpen && <JournalLockDialog journal={sampleJournal(1)} isOnPage={isOnPage} onClose={close} />;
}

/** Opens the dialog of a journal without a lock, and submits a lock; an encryption lock has a recovery code. */
async function submitLock(kind: "password" | "encryption") {
  let reply: (answer: unknown) => void = () => {};
  const api = { call: () => new Promise((resolve) => (reply = resolve)) } as unknown as Api;
  const sessionActor = {
    subscribe: () => ({ unsubscribe: () => {} }),
    getSnapshot: () => ({ context: { session: { user: { is_pro: true } } } }),
  } as unknown as SessionActor;
  const lockSync = new LockSyncStore({ post: () => {}, subscribe: () => {}, close: () => {} });
  const services: Partial<Services> = { api, unlocks: new Map(), lockSync, sessionActor, stores: null };
  const onClose = vi.fn<() => void>();
  const router = createMemoryRouter(
    [
      { path: "/journals/1/entries", element: <Page onClose={onClose} /> },
      { path: "*", element: null },
    ],
    { initialEntries: ["/account", "/journals/1/entries"] },
  );
  const page = await renderForTest(<RouterProvider router={router} />, services);
  cleanUp = page.remove;
  await act(() => import("../../shared/ui/dialog.tsx"));
  await act(async () => document.querySelector<HTMLElement>(`[value=${kind}]`)?.click());
  const fields = { "New password": "by water", "Confirm password": "by water" };
  for (const [label, value] of Object.entries(fields)) page.field(label).value = value;
  await act(async () => page.field("Hint").focus());
  await page.type("the yard");
  const click = (name: string) => act(async () => page.button(name).click());
  await click("Lock");
  return {
    ...page,
    click,
    onClose,
    router,
    lockSync,
    receive: (answer: unknown) => act(async () => reply(answer)),
  };
}

const lockedJournal = sampleJournal(1, { lock_type_id: lockTypes.encryption, is_unlocked: false });

test.each([
  ["the page of the journal is left", false, "/journals", 0],
  ["another page that was opened meanwhile stays open and is reloaded", true, "/journals/2/entries", 1],
])("after a lock was set, %s", async (_, moves, path, reloads) => {
  const { router, lockSync, receive } = await submitLock("encryption");
  if (moves) await act(() => router.navigate("/journals/2/entries"));
  await receive({ ok: true, status: 200, data: { journal: lockedJournal } });
  expect([router.state.location.pathname, lockSync.reloads.get()]).toEqual([path, reloads]);
});

test("when the reply to a new lock arrives after the dialog was closed, the client leaves the page, and no dialog closes", async () => {
  const { click, onClose, router, lockSync, receive } = await submitLock("password");
  await click("Close");
  await click("Discard");
  expect(onClose).toHaveBeenCalledOnce();
  const journal = sampleJournal(1, { lock_type_id: lockTypes.password, is_unlocked: false });
  await receive({ ok: true, status: 200, data: { journal } });
  expect(onClose).toHaveBeenCalledOnce();
  expect([router.state.location.pathname, lockSync.reloads.get()]).toEqual(["/journals", 0]);
});

test("the dialog stays open until the recovery code of the new lock arrives", async () => {
  const showToast = vi.spyOn(ToastsStore.prototype, "show");
  const { button, click, onClose, receive } = await submitLock("encryption");
  expect(button("Cancel").disabled).toBe(true);
  await click("Close");
  expect(onClose).not.toHaveBeenCalled();
  expect(document.querySelector("[role=alertdialog]")).toBeNull();
  expect(showToast).toHaveBeenCalledWith(lockText.code.wait);
  await receive({ ok: true, status: 200, data: { journal: lockedJournal, recovery_code: "0123-4567" } });
  expect(document.querySelector("code")?.textContent).toBe("0123-4567");
});

test("Back does not leave the page before the recovery code is saved", async () => {
  const showToast = vi.spyOn(ToastsStore.prototype, "show").mockReset();
  const { click, router, receive } = await submitLock("encryption");
  const goBack = () => act(() => router.navigate(-1));
  await goBack();
  expect(showToast).toHaveBeenLastCalledWith(lockText.code.wait);
  await receive({ ok: true, status: 200, data: { journal: lockedJournal, recovery_code: "0123-4567" } });
  await goBack();
  expect(showToast).toHaveBeenLastCalledWith(lockText.code.saveFirst);
  const unload = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(unload);
  expect(unload.defaultPrevented).toBe(true);
  expect(document.querySelector("code")?.textContent).toBe("0123-4567");
  await act(async () => document.querySelector<HTMLElement>("[type=checkbox]")?.click());
  await click("Done");
  expect(router.state.location.pathname).toBe("/journals");
});

test("a lock in another tab does not load the page again before the recovery code has arrived and is saved", async () => {
  const { click, lockSync, receive } = await submitLock("encryption");
  lockSync.reload();
  await receive({ ok: true, status: 200, data: { journal: lockedJournal, recovery_code: "0123-4567" } });
  expect(lockSync.reloads.get()).toBe(0);
  await act(async () => document.querySelector<HTMLElement>("[type=checkbox]")?.click());
  await click("Done");
  await vi.waitFor(() => expect(lockSync.reloads.get()).toBe(1));
});

/** Opens the dialog of a journal whose lock does not remember its password, and clicks "Lock again…". */
async function lockAgain() {
  const bodies: unknown[] = [];
  let reply: (answer: unknown) => void = () => {};
  const call = (_name: string, { body }: { body: unknown }) => {
    bodies.push(body);
    return new Promise((resolve) => (reply = resolve));
  };
  const journal = sampleJournal(1, { lock_type_id: lockTypes.password });
  const dialog = <JournalLockDialog journal={journal} isOnPage={() => true} onClose={() => {}} />;
  const router = createMemoryRouter([{ path: "*", element: dialog }]);
  const sessionActor = { getSnapshot: () => ({ context: { session: null } }) } as SessionActor;
  const services = { api: { call } as unknown as Api, unlocks: new Map(), sessionActor, stores: null };
  const page = await renderForTest(<RouterProvider router={router} />, services);
  cleanUp = page.remove;
  await act(() => import("../../shared/ui/dialog.tsx"));
  await act(async () => page.button("Lock again…").click());
  return { ...page, bodies, receive: (answer: unknown) => act(async () => reply(answer)) };
}

test("“Lock again…” asks the server first, and sets no lock when the lock is gone", async () => {
  const { bodies, field, receive } = await lockAgain();
  expect(bodies).toEqual([{ lock: true, use_stored_password: true }]);
  await receive(sampleFailure(422, "invalid", { lock: "No." }));
  expect(field("Password")).toBeNull();
  expect(document.body.textContent).toContain("No.");
});

test("“Lock again…” says that it needs the password also when the dialog is closed already", async () => {
  const showToast = vi.spyOn(ToastsStore.prototype, "show").mockReset();
  const { show, receive } = await lockAgain();
  await show(null);
  await receive(sampleFailure(422, "invalid", { plain_password: "No." }));
  expect(showToast).toHaveBeenCalledExactlyOnceWith("No.");
});

test("the dialog can be closed after the lock was refused", async () => {
  const { click, onClose, receive } = await submitLock("encryption");
  await receive({ ok: false, status: 503, code: "unavailable", message: "Not now.", body: null });
  await click("Cancel");
  expect(onClose).toHaveBeenCalledOnce();
});
