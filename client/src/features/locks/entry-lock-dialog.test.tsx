// @vitest-environment happy-dom
import { act } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import type { Api } from "../../shared/api-client.ts";
import type { Services, SessionActor } from "../../shared/services.ts";
import { renderForTest } from "../../shared/testing/rendered.tsx";
import { sampleFailure } from "../../shared/testing/sample-failure.ts";
import { sampleEntry } from "../../shared/testing/sample-journal.ts";
import { ToastsStore } from "../../shared/ui/toasts.store.ts";
import { LockSyncStore } from "../../stores/lock-sync.store.ts";
import { EntryLockDialog } from "./entry-lock-dialog.tsx";

// Compiling the chunk takes a while on a busy machine.
beforeAll(() => import("../../shared/ui/dialog.tsx"), 180_000);

let cleanUp = async () => {};
afterEach(() => cleanUp());

const entry = { ...sampleEntry(5, { locked: true }), title: "Plague" };

/** Opens the dialog of an entry with an open lock, and clicks "Lock now". */
async function lockNow() {
  let reply: (answer: unknown) => void = () => {};
  const api = { call: () => new Promise((resolve) => (reply = resolve)) } as unknown as Api;
  const lockSync = new LockSyncStore({ post: () => {}, subscribe: () => {}, close: () => {} });
  const sessionActor = { getSnapshot: () => ({ context: { session: null } }) } as SessionActor;
  const services: Partial<Services> = { api, lockSync, sessionActor, stores: null };
  const onChanged = vi.fn<() => void>();
  const onClose = vi.fn<() => void>();
  const dialog = (
    <EntryLockDialog entry={entry} journal={{ id: 1 }} onChanged={onChanged} onClose={onClose} />
  );
  const router = createMemoryRouter([
    { path: "/", element: dialog },
    { path: "*", element: null },
  ]);
  const page = await renderForTest(<RouterProvider router={router} />, services);
  cleanUp = page.remove;
  await act(() => import("../../shared/ui/dialog.tsx"));
  await act(async () => page.button("Lock now").click());
  return { ...page, onChanged, onClose, receive: (answer: unknown) => act(async () => reply(answer)) };
}

test.each([
  ["closes the dialog when it is still open", false, 1],
  ["closes no other dialog when this one was closed before", true, 0],
])("a reply to “Lock now” %s", async (_, isClosed, closings) => {
  const { onChanged, onClose, show, receive } = await lockNow();
  if (isClosed) await show(null);
  await receive({ ok: true, status: 200, data: { entry: { ...entry, is_unlocked: false } } });
  expect(onChanged).toHaveBeenCalledOnce();
  expect(onClose).toHaveBeenCalledTimes(closings);
});

test.each([
  ["locking fails", sampleFailure(503, "unavailable")],
  ["locking needs the password", sampleFailure(422, "invalid", { plain_password: "No." })],
])("when %s after the dialog was closed, a toast says so", async (_, failure) => {
  const showToast = vi.spyOn(ToastsStore.prototype, "show").mockReset();
  const { show, receive } = await lockNow();
  await show(null);
  await receive(failure);
  expect(showToast).toHaveBeenCalledExactlyOnceWith("No.");
});

test.each([
  ["asks for the password when the server does not remember it", "plain_password", "Password"],
  ["shows the message and asks for no password when the lock is gone", "lock", undefined],
])("after a refusal of “Lock now”, the dialog %s", async (_, name, label) => {
  const { field, receive } = await lockNow();
  const message = "Refused.";
  const body = {
    ok: false,
    status: 422,
    code: "invalid",
    message,
    fields: { [name]: message },
    body: null,
  };
  await receive(body);
  expect(field("Password")?.labels?.[0]?.textContent).toBe(label);
  expect(document.body.textContent?.includes(message)).toBe(label === undefined);
});
