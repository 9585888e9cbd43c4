// @vitest-environment happy-dom
import { act } from "react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import type { Api } from "../../../shared/api-client.ts";
import type { SessionActor } from "../../../shared/services.ts";
import { renderForTest } from "../../../shared/testing/rendered.tsx";
import { sampleFailure } from "../../../shared/testing/sample-failure.ts";
import { ToastsStore } from "../../../shared/ui/toasts.store.ts";
import { createBlankWriting } from "../date/writing-date.ts";
import { EntryDetailsStore } from "../entry-details.store.ts";
import { withActions } from "../load-actions.ts";
import type { PadSession } from "../session/pad-session.ts";
import { LookSheet } from "./look-sheet.tsx";

// Otherwise the call is sent later than the click.
beforeAll(() => withActions(async () => ({ ok: true })), 180_000);

let cleanUp = async () => {};
afterEach(() => cleanUp());

test("a paper that cannot be saved after the sheet was closed is taken back, and a message says why", async () => {
  const showToast = vi.spyOn(ToastsStore.prototype, "show");
  let answer: (reply: unknown) => void = () => {};
  const api = { call: () => new Promise((resolve) => (answer = resolve)) } as unknown as Api;
  const details = new EntryDetailsStore(api, 1, () => 5);
  const { pageThemeId } = details.values;
  const session = {
    actor: { getSnapshot: () => ({ context: { writing: createBlankWriting(0) } }) },
    ensureEntry: async () => 5,
  } as unknown as PadSession;
  const sessionActor = {
    subscribe: () => ({ unsubscribe: () => {} }),
    getSnapshot: () => ({ context: { session: { user: { is_pro: true } } } }),
  } as unknown as SessionActor;
  const sheet = (
    <MemoryRouter>
      <LookSheet session={session} details={details} composeSetting={undefined} onClose={() => {}} />
    </MemoryRouter>
  );
  const { show, remove } = await renderForTest(sheet, { api, sessionActor });
  cleanUp = remove;
  await act(async () => document.querySelector<HTMLElement>("[type=radio]:not(:checked)")?.click());
  expect(details.values.pageThemeId).not.toBe(pageThemeId);
  await show(null);
  await act(async () => answer(sampleFailure(503, "unavailable")));
  expect(details.values.pageThemeId).toBe(pageThemeId);
  expect(showToast).toHaveBeenCalledExactlyOnceWith("No.");
});
