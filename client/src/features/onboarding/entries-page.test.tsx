// @vitest-environment happy-dom
import { act } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { createActor } from "xstate";
import type { Api } from "../../shared/api-client.ts";
import { sessionMachine } from "../../shared/session/session.machine.ts";
import { renderForTest } from "../../shared/testing/rendered.tsx";
import { sampleFailure } from "../../shared/testing/sample-failure.ts";
import { SettingsStore } from "../../stores/settings.store.ts";
import { EntriesPage } from "./entries-page.tsx";

test.each([
  [
    "does not say that there are no entries when they cannot be loaded",
    sampleFailure(503, "unavailable"),
    false,
  ],
  ["says that there are no entries", null, true],
])("the list %s", async (_, failure, saysEmpty) => {
  const api = {} as Api;
  const sessionActor = createActor(sessionMachine, { input: { now: Date.now, read: () => null } }).start();
  const router = createMemoryRouter(
    [{ path: "/", loader: () => ({ failure }), Component: EntriesPage, HydrateFallback: () => null }],
    { initialEntries: ["/"] },
  );
  const settings = new SettingsStore(api);
  const page = await renderForTest(<RouterProvider router={router} />, {
    api,
    sessionActor,
    settings,
    stores: null,
  });
  await act(async () => {});
  expect(document.body.textContent).toContain("Every journal has a list like this");
  expect(document.body.textContent.includes("still empty")).toBe(saysEmpty);
  expect(document.body.textContent.includes("Write your first lines")).toBe(saysEmpty);
  await page.remove();
  sessionActor.stop();
});
