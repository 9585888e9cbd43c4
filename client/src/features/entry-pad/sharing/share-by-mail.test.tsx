// @vitest-environment happy-dom
import { act } from "react";
import { expect, test, vi } from "vitest";
import { type Api, type CallOptions, createApi, noResponse } from "../../../shared/api-client.ts";
import { renderForTest } from "../../../shared/testing/rendered.tsx";
import { sampleFailure } from "../../../shared/testing/sample-failure.ts";
import { ToastsStore } from "../../../shared/ui/toasts.store.ts";
import { LockSyncStore } from "../../../stores/lock-sync.store.ts";
import type { PadSession } from "../session/pad-session.ts";
import { ShareByMail } from "./share-by-mail.tsx";

test("sending again after a lost reply repeats the call, so nobody gets two mails", async () => {
  const keys: (string | undefined)[] = [];
  const call = async (_name: string, _input: unknown, options?: CallOptions) => {
    keys.push(options?.idempotencyKey);
    return noResponse;
  };
  const session = { journalId: 1, flush: async () => true, ensureEntry: async () => 5 };
  const { field, button, type, remove } = await renderForTest(
    <ShareByMail session={session as unknown as PadSession} onClose={() => {}} />,
    { api: { call } as unknown as Api },
  );
  const send = () => act(async () => button("Send").click());
  await act(async () => field("To").focus());
  await type("jane@example.com");
  await send();
  await send();
  expect(keys[0]).toEqual(expect.any(String));
  expect(keys[1]).toBe(keys[0]);
  await act(async () => field("To").focus());
  await type("will@example.com");
  await send();
  expect(keys).toHaveLength(3);
  expect(keys[2]).not.toBe(keys[0]);
  await remove();
});

/** Opens the dialog, types an address, and clicks "Send". */
async function sendToJane(api: Api, flush = async () => true, onClose = () => {}) {
  const session = { journalId: 1, flush, ensureEntry: async () => 5 };
  const rendered = await renderForTest(
    <ShareByMail session={session as unknown as PadSession} onClose={onClose} />,
    { api },
  );
  await act(async () => rendered.field("To").focus());
  await rendered.type("jane@example.com");
  await act(async () => rendered.button("Send").click());
  return rendered;
}

test("when an open lock refuses the share, the page is not loaded again, and the dialog says why", async () => {
  const lockSync = new LockSyncStore({ post: () => {}, subscribe: () => {}, close: () => {} });
  lockSync.setReload(
    () => Promise.resolve(),
    () => 1,
  );
  const refusal = { error: "Remove its lock first.", code: "locked", locked: "entry", is_unlocked: true };
  const api = createApi({
    fetch: async () => Response.json(refusal, { status: 423 }),
    session: () => null,
    clock: { now: () => 0 },
    sleep: () => Promise.resolve(),
    random: () => "random",
    origin: "http://localhost",
    onUnauthorised: () => {},
    onResponse: (response) => lockSync.handleResponse(response),
  });
  const { remove } = await sendToJane(api);
  await vi.waitFor(() => expect(document.body.textContent).toContain("Remove its lock first."));
  expect(lockSync.reloads.get()).toBe(0);
  await remove();
});

test("nothing is sent when the dialog is closed while the entry is still being saved", async () => {
  let endSave = (_isSaved: boolean): void => {};
  const flush = () => new Promise<boolean>((resolve) => (endSave = resolve));
  const call = vi.fn<() => Promise<object>>(async () => noResponse);
  const { remove } = await sendToJane({ call } as unknown as Api, flush);
  await remove();
  await act(async () => endSave(true));
  expect(call).not.toHaveBeenCalled();
});

test("a reply that arrives after the dialog was closed does not close the dialog that is open then", async () => {
  let answer: (reply: unknown) => void = () => {};
  const call = () => new Promise((resolve) => (answer = resolve));
  const onClose = vi.fn<() => void>();
  const { show, remove } = await sendToJane({ call } as unknown as Api, undefined, onClose);
  await show(null);
  await act(async () => answer({ ok: true, status: 204, data: null }));
  expect(onClose).not.toHaveBeenCalled();
  await remove();
});

test("when sending fails after the dialog was closed, a toast says so", async () => {
  const showToast = vi.spyOn(ToastsStore.prototype, "show");
  let answer: (reply: unknown) => void = () => {};
  const call = () => new Promise((resolve) => (answer = resolve));
  const { remove } = await sendToJane({ call } as unknown as Api);
  await remove();
  await act(async () => answer(sampleFailure(503, "unavailable")));
  expect(showToast).toHaveBeenCalledExactlyOnceWith("The entry was not sent. No.");
});
