// @vitest-environment happy-dom
import type { ListedVersion } from "@daybook/domain/contract/entries";
import { act } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import type { Api } from "../../shared/api-client.ts";
import { createAtom } from "../../shared/atom.ts";
import type { Services } from "../../shared/services.ts";
import { renderForTest } from "../../shared/testing/rendered.tsx";
import { sampleFailure } from "../../shared/testing/sample-failure.ts";
import { sampleEntry } from "../../shared/testing/sample-journal.ts";
import { prefetchDialogs } from "../../shared/ui/lazy-dialogs.tsx";
import { ToastsStore } from "../../shared/ui/toasts.store.ts";
import { HistorySheet } from "./history-sheet.tsx";
import { historyText } from "./history-text.ts";

// Compiling the chunks takes a while on a busy machine.
beforeAll(prefetchDialogs, 180_000);

let cleanUp = async () => {};
afterEach(() => cleanUp());

const versions = [2, 1].map((id) => ({
  version: { id, created_at: `2026-11-20T10:4${id}:00.000Z`, word_count: 1, session: id } as ListedVersion,
}));

/** Opens the history of an entry, and confirms the question whether to restore the first version. */
async function confirmRestore(flush = async () => true) {
  let reply: (answer: unknown) => void = () => {};
  const restoreVersion = vi.fn<() => Promise<unknown>>(() => new Promise((resolve) => (reply = resolve)));
  const call = (name: string) => {
    if (name === "restoreVersion") return restoreVersion();
    if (name !== "listVersions") return new Promise(() => {});
    return Promise.resolve({ ok: true, data: { versions, total_versions: 2 } });
  };
  const services = {
    api: { call } as unknown as Api,
    settings: { current: createAtom(null) } as unknown as Services["settings"],
    stores: null,
  };
  const onClose = vi.fn<() => void>();
  const onRestored = vi.fn<() => void>();
  const element = (
    <HistorySheet
      journalId={1}
      entryId={5}
      readOnly={false}
      hasLock={false}
      onClose={onClose}
      flush={flush}
      onRestored={onRestored}
    />
  );
  const router = createMemoryRouter([{ path: "*", element }]);
  const page = await renderForTest(<RouterProvider router={router} />, services);
  cleanUp = page.remove;
  const press = (label: string, within = "[role=dialog]") =>
    act(async () =>
      [...document.querySelectorAll<HTMLElement>(`${within} button`)]
        .find(({ textContent }) => textContent?.includes(label))
        ?.click(),
    );
  await press(historyText.first);
  await press(historyText.restore);
  await press(historyText.restore, "[role=alertdialog]");
  return {
    onClose,
    onRestored,
    restoreVersion,
    cancel: () => press(historyText.cancel, "[role=alertdialog]"),
    receive: (answer: unknown) => act(async () => reply(answer)),
  };
}

test("a restored version closes the history", async () => {
  const { receive, onClose, onRestored } = await confirmRestore();
  await receive({ ok: true, data: { entry: sampleEntry(5) } });
  expect(onRestored).toHaveBeenCalledOnce();
  expect(onClose).toHaveBeenCalledOnce();
});

test("nothing is restored when the question is cancelled while the entry is still being saved", async () => {
  let endSave = (_isSaved: boolean): void => {};
  const flush = () => new Promise<boolean>((resolve) => (endSave = resolve));
  const { cancel, restoreVersion } = await confirmRestore(flush);
  await cancel();
  await act(async () => endSave(true));
  expect(restoreVersion).not.toHaveBeenCalled();
});

test("a version that is not restored after the question was closed is not lost", async () => {
  const showToast = vi.spyOn(ToastsStore.prototype, "show");
  const { cancel, receive } = await confirmRestore();
  await cancel();
  await receive(sampleFailure(503, "unavailable"));
  expect(showToast).toHaveBeenCalledExactlyOnceWith("The version was not restored. No.");
});
