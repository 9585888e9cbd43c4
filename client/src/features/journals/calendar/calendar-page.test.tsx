// @vitest-environment happy-dom
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, expect, test } from "vitest";
import type { Stores } from "../../../shared/services.ts";
import { renderForTest } from "../../../shared/testing/rendered.tsx";
import { sampleFailure } from "../../../shared/testing/sample-failure.ts";
import { CalendarPage } from "./calendar-page.tsx";
import type { ResolvedCalendar } from "./resolve-calendar.ts";

let cleanUp = async () => {};
afterEach(() => cleanUp());

test("when the journal cannot be loaded, the link back to it has a text", async () => {
  const data: ResolvedCalendar = { journalId: 7, calendar: null, failure: sampleFailure(503, "unavailable") };
  const router = createMemoryRouter([{ id: "page", path: "/", element: <CalendarPage /> }], {
    hydrationData: { loaderData: { page: data } },
  });
  const stores = { journals: { find: () => undefined } } as unknown as Stores;
  const page = await renderForTest(<RouterProvider router={router} />, { stores });
  cleanUp = page.remove;
  const link = document.querySelector('a[href="/journals/7/entries"]');
  expect(link?.textContent).toBe("Back to the journal");
});
