// @vitest-environment happy-dom
import { act } from "react";
import { beforeAll, expect, test, vi } from "vitest";
import type { Api, ApiFailure } from "../../../shared/api-client.ts";
import { renderForTest } from "../../../shared/testing/rendered.tsx";
import { sampleFailure } from "../../../shared/testing/sample-failure.ts";
import { sampleJournal } from "../../../shared/testing/sample-journal.ts";
import { prefetchDialogs } from "../../../shared/ui/lazy-dialogs.tsx";
import { ToastsStore } from "../../../shared/ui/toasts.store.ts";
import { PasswordQuestion } from "../password-question.tsx";
import { TagDialog } from "./tag-dialog.tsx";

// Compiling the chunks takes a while on a busy machine.
beforeAll(prefetchDialogs, 180_000);

test("a refusal because of an entry is shown in the dialog", async () => {
  const api = { call: async () => ({ ok: true, status: 200, data: { tags: [] } }) } as unknown as Api;
  const message = "An entry may have at most 200 tags.";
  const fields = { entries_added_to: message };
  const failure: ApiFailure = {
    ok: false,
    status: 422,
    code: "invalid",
    message,
    fields,
    body: {},
    retryAfter: null,
  };
  const refuse = async () => failure;
  const rendered = await renderForTest(<TagDialog open count={2} onTag={refuse} onClose={() => {}} />, {
    api,
  });
  await vi.waitFor(() => expect(document.querySelector("form")).not.toBeNull());
  await act(async () => document.querySelector("form")!.requestSubmit());
  expect(document.querySelector("[role=dialog]")?.textContent).toContain(message);
  await rendered.remove();
});

/** Submits the tag dialog or a question for a password, and closes it before the reply. */
async function closeBeforeReply(isQuestion: boolean) {
  let answer: (failure: ApiFailure | null) => void = () => {};
  const submit = () => new Promise<ApiFailure | null>((resolve) => (answer = resolve));
  const onClose = vi.fn<() => void>();
  const dialog = isQuestion ? (
    <PasswordQuestion
      title="Move"
      detail="Move"
      submitLabel="Move"
      journal={sampleJournal(1)}
      onSubmit={submit}
      onClose={onClose}
    />
  ) : (
    <TagDialog open count={2} onTag={submit} onClose={onClose} />
  );
  const api = { call: async () => ({ ok: true, status: 200, data: { tags: [] } }) } as unknown as Api;
  const rendered = await renderForTest(dialog, { api });
  await vi.waitFor(() => expect(document.querySelector("form")).not.toBeNull());
  await act(async () => document.querySelector("form")!.requestSubmit());
  await rendered.remove();
  return { onClose, receive: (failure: ApiFailure | null) => act(async () => answer(failure)) };
}

test.each([false, true])(
  "a late reply to a closed dialog closes no other dialog, and a toast shows a late failure (password: %s)",
  async (isQuestion) => {
    const showToast = vi.spyOn(ToastsStore.prototype, "show").mockReset();
    const { onClose, receive } = await closeBeforeReply(isQuestion);
    await receive(null);
    expect(onClose).not.toHaveBeenCalled();
    const failing = await closeBeforeReply(isQuestion);
    await failing.receive(sampleFailure(503, "unavailable"));
    expect(showToast).toHaveBeenCalledExactlyOnceWith("No.");
  },
);
