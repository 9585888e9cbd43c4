// @vitest-environment happy-dom
import { act } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test, vi } from "vitest";
import type { Services } from "../../shared/services.ts";
import { renderForTest } from "../../shared/testing/rendered.tsx";
import type { PadSession } from "./session/pad-session.ts";
import { useEntryActions } from "./use-entry-actions.ts";

const session = {
  journalId: 1,
  flush: () => Promise.resolve(true),
  actor: { getSnapshot: () => ({ context: { saved: { id: 7 } } }) },
} as unknown as PadSession;

test.each([
  ["opens the list", false, "/journals/1/entries"],
  ["does not take the user away from the next page", true, "/search"],
])("moving an entry to the trash %s", async (_effect, leaves, expectedPath) => {
  let reply: ((result: unknown) => void) | null = null;
  const api = { call: () => new Promise((resolve) => (reply = resolve)) } as unknown as Services["api"];
  let trash = () => Promise.resolve();
  function Pad() {
    trash = useEntryActions(session, () => {}).trash;
    return null;
  }
  const router = createMemoryRouter(
    [
      { path: "/pad", Component: Pad },
      { path: "*", element: "Another page" },
    ],
    { initialEntries: ["/pad"] },
  );
  const page = await renderForTest(<RouterProvider router={router} />, { api });
  const trashing = trash();
  await vi.waitFor(() => expect(reply).not.toBeNull());
  if (leaves) await act(() => router.navigate("/search"));
  await act(async () => {
    reply?.({ ok: true, data: {} });
    await trashing;
  });
  expect(router.state.location.pathname).toBe(expectedPath);
  await page.remove();
});
