// @vitest-environment happy-dom
import type { ReactNode } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, expect, test } from "vitest";
import { EntryPadPage } from "../features/entry-pad/entry-pad-page.tsx";
import { AsOfPage } from "../features/history/as-of/as-of-page.tsx";
import type { ResolvedAsOf } from "../features/history/as-of/resolve-as-of.ts";
import { CalendarPage } from "../features/journals/calendar/calendar-page.tsx";
import type { ResolvedCalendar } from "../features/journals/calendar/resolve-calendar.ts";
import type { Stores } from "../shared/services.ts";
import { renderForTest } from "../shared/testing/rendered.tsx";
import { sampleFailure } from "../shared/testing/sample-failure.ts";

const failure = sampleFailure(503, "unavailable");
const asOfData: ResolvedAsOf = { journalId: 7, asOf: null, failure };
const calendarData: ResolvedCalendar = { journalId: 7, calendar: null, failure };

let removePage = async () => {};
afterEach(() => removePage());

async function showPage(element: ReactNode, loaderData: object) {
  const router = createMemoryRouter([{ id: "page", path: "/", element }], {
    hydrationData: { loaderData: { page: loaderData } },
  });
  const stores = { journals: { find: () => undefined } } as unknown as Stores;
  removePage = (await renderForTest(<RouterProvider router={router} />, { stores })).remove;
}

test.each([
  ["the as-of page", AsOfPage, asOfData],
  ["the calendar", CalendarPage, calendarData],
])("when %s cannot be loaded, its link back to the journal has a text", async (_, Page, data) => {
  await showPage(<Page />, data);
  const link = document.querySelector('a[href="/journals/7/entries"]');
  expect(link?.textContent).toBe("Back to the journal");
});

test("a new entry whose lock check failed shows the failure instead of a page with drafts", async () => {
  await showPage(<EntryPadPage />, { prefetch: null, failure });
  expect(document.body.textContent).toContain(failure.message);
});
