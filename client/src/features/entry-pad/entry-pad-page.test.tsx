// @vitest-environment happy-dom
import { act } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test, vi } from "vitest";
import { renderForTest } from "../../shared/testing/rendered.tsx";
import type { Services } from "../../shared/services.ts";
import { EntryPadPage } from "./entry-pad-page.tsx";

vi.mock("./entry-pad.tsx", async () => {
  const { usePageTitle } = await import("../../shared/page-title.ts");
  return { EntryPad: () => usePageTitle("A walk") };
});
vi.mock("./session/pad-sessions.ts", () => ({ padSessionsOf: () => ({}) }));
vi.mock("./session/use-open-pad.ts", () => ({
  useOpenPad: () => ({ openedPad: { type: "open", session: { localId: "draft" } } }),
}));

test("the title of a new entry stays in the tab when the URL gets the id of the entry", async () => {
  const page = { element: <EntryPadPage />, loader: () => ({ prefetch: null }) };
  const router = createMemoryRouter(
    [
      { path: "/journals/:journalId/new", ...page },
      { path: "/journals/:journalId/:entryId", ...page },
    ],
    { initialEntries: ["/journals/1/new"] },
  );
  const stores = { journals: { find: () => ({}) } } as unknown as NonNullable<Services["stores"]>;
  const { remove } = await renderForTest(<RouterProvider router={router} />, { stores });
  await act(() => router.navigate("/journals/1/5", { replace: true }));
  expect(document.title).toBe("A walk · Daybook");
  await remove();
});
