// @vitest-environment happy-dom
import { lockTypes } from "@daybook/domain/contract/lock-types";
import { act } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { renderForTest } from "../../shared/testing/rendered.tsx";
import { sampleJournal } from "../../shared/testing/sample-journal.ts";
import { UnlockPage } from "./unlock-page.tsx";
import type { UnlockData } from "./unlock-route.ts";

const loadJournal = (id: number): UnlockData => ({
  journal: sampleJournal(id, { lock_type_id: lockTypes.password, is_unlocked: false }),
  entry: null,
  returnPath: `/journals/${id}`,
  linkOutcome: null,
  failure: null,
});

test("a typed password does not stay in the field when the page shows another journal", async () => {
  const router = createMemoryRouter(
    [
      {
        path: "/journals/:journalId/unlock",
        loader: ({ params }) => loadJournal(Number(params["journalId"])),
        Component: UnlockPage,
        HydrateFallback: () => null,
      },
    ],
    { initialEntries: ["/journals/1/unlock"] },
  );
  const page = await renderForTest(<RouterProvider router={router} />);
  await act(async () => {});
  page.field("Password").focus();
  await page.type("secret");
  expect(page.field("Password").value).toBe("secret");
  await act(async () => router.navigate("/journals/2/unlock"));
  expect(document.querySelector("h1")?.textContent).toContain("Journal 2");
  expect(page.field("Password").value).toBe("");
  await page.remove();
  router.dispose();
});
