// @vitest-environment happy-dom
import { act } from "react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { renderForTest } from "../../shared/testing/rendered.tsx";
import { sampleFailure } from "../../shared/testing/sample-failure.ts";
import { sampleJournal } from "../../shared/testing/sample-journal.ts";
import { ToastsStore } from "../../shared/ui/toasts.store.ts";
import { LookSheet } from "./look-sheet.tsx";
import { startServices } from "./testing/sample-services.ts";

let cleanUp = async () => {};
afterEach(() => cleanUp());

test("a message says why a cover cannot be saved, also after the sheet was closed", async () => {
  const showToast = vi.spyOn(ToastsStore.prototype, "show");
  let answer: (reply: unknown) => void = () => {};
  const services = startServices(() => new Promise((resolve) => (answer = resolve)), true);
  const sheet = (
    <MemoryRouter>
      <LookSheet journal={sampleJournal(1)} onClose={() => {}} />
    </MemoryRouter>
  );
  const { show, remove } = await renderForTest(sheet, services);
  cleanUp = async () => {
    await remove();
    services.sessionActor.stop();
  };
  await act(async () => document.querySelector<HTMLElement>("[type=radio]:not(:checked)")?.click());
  await show(null);
  await act(async () => answer(sampleFailure(503, "unavailable")));
  expect(showToast).toHaveBeenCalledExactlyOnceWith("No.");
});
