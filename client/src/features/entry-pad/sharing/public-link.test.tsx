// @vitest-environment happy-dom
import { act } from "react";
import { afterEach, expect, test, vi } from "vitest";
import type { Api } from "../../../shared/api-client.ts";
import { renderForTest } from "../../../shared/testing/rendered.tsx";
import { sampleFailure } from "../../../shared/testing/sample-failure.ts";
import { ToastsStore } from "../../../shared/ui/toasts.store.ts";
import { EntryDetailsStore } from "../entry-details.store.ts";
import type { PadSession } from "../session/pad-session.ts";
import { PublicLink } from "./public-link.tsx";
import { shareText } from "./share-text.ts";

const labels = shareText.link;
const failure = sampleFailure(503, "unavailable");

let cleanUp = async () => {};
afterEach(() => cleanUp());

async function openDialog(publicUrl: string | null, flush = async () => true) {
  let answer: (reply: unknown) => void = () => {};
  const call = vi.fn<() => Promise<unknown>>(() => new Promise((resolve) => (answer = resolve)));
  const api = { call } as unknown as Api;
  const session = { journalId: 1, flush, ensureEntry: async () => 5 };
  const details = new EntryDetailsStore(api, 1, () => 5);
  details.put({ publicUrl });
  const dialog = (
    <PublicLink session={session as unknown as PadSession} details={details} onClose={() => {}} />
  );
  const page = await renderForTest(dialog, { api });
  cleanUp = page.remove;
  return {
    ...page,
    call,
    press: (label: string) => act(async () => page.button(label).click()),
    receive: (reply: unknown) => act(async () => answer(reply)),
  };
}

test("no link is created when the dialog is closed while the entry is still being saved", async () => {
  let endSave = (_isSaved: boolean): void => {};
  const flush = () => new Promise<boolean>((resolve) => (endSave = resolve));
  const { call, press, show } = await openDialog(null, flush);
  await press(labels.create);
  await show(null);
  await act(async () => endSave(true));
  expect(call).not.toHaveBeenCalled();
});

test("when creating a link fails after the dialog was closed, a toast says so", async () => {
  const showToast = vi.spyOn(ToastsStore.prototype, "show");
  const { press, receive, show } = await openDialog(null);
  await press(labels.create);
  await show(null);
  await receive(failure);
  expect(showToast).toHaveBeenCalledExactlyOnceWith("The public link was not created. No.");
});

test("the question before a link is removed does not show why an earlier removal failed", async () => {
  const { press, receive } = await openDialog("/public/abc");
  const alert = () => document.querySelector("[role=alertdialog] [role=alert]");
  await press(labels.remove);
  await press(labels.confirmRemove);
  await receive(failure);
  expect(alert()?.textContent).toBe("No.");
  await press(labels.keep);
  await press(labels.remove);
  expect(document.querySelector("[role=alertdialog]")).not.toBeNull();
  expect(alert()).toBeNull();
});
