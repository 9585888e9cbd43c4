// @vitest-environment happy-dom
import { act } from "react";
import { beforeAll, expect, test, vi } from "vitest";
import type { Api, ApiFailure } from "../../../shared/api-client.ts";
import { renderForTest } from "../../../shared/testing/rendered.tsx";
import { prefetchDialogs } from "../../../shared/ui/lazy-dialogs.tsx";
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
