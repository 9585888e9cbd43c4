// @vitest-environment happy-dom
import { act } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { createAtom } from "../../../shared/atom.ts";
import type { Services } from "../../../shared/services.ts";
import { renderForTest } from "../../../shared/testing/rendered.tsx";
import { sampleEntry, sampleJournal } from "../../../shared/testing/sample-journal.ts";
import { AsOfPage } from "./as-of-page.tsx";
import { readMoment } from "./moment.ts";
import type { ResolvedAsOf } from "./resolve-as-of.ts";

let removePage = async () => {};
afterEach(() => removePage());

/** Waits for an element. It waits outside of `act`, because the sheet loads after the click. */
async function waitFor(selector: string): Promise<void> {
  const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
  environment.IS_REACT_ACT_ENVIRONMENT = false;
  await vi.waitFor(() => expect(document.querySelector(selector)).not.toBeNull(), 60_000);
  environment.IS_REACT_ACT_ENVIRONMENT = true;
}

/** Shows journal 1 as it was on the day of the URL, with the entries of the answer. */
async function showPage(url: string) {
  const answer = { entries: [sampleEntry(5)] };
  const clock = { time: new Date(2026, 10, 20, 23, 59).getTime() };
  const services = {
    api: { call: () => new Promise(() => {}) },
    clock: { now: () => clock.time },
    settings: { current: createAtom(null) },
    stores: { journals: { find: () => undefined } },
  } as unknown as Services;
  const loader = ({ request }: { request: Request }): ResolvedAsOf => {
    const moment = readMoment(new URL(request.url).searchParams.get("at"));
    const asOf = { journal: sampleJournal(1), moment, page: 1, hasNext: false, ...answer };
    return { journalId: 1, failure: null, asOf };
  };
  const path = "/journals/:journalId/as-of";
  const router = createMemoryRouter([{ path, element: <AsOfPage />, loader, HydrateFallback: () => null }], {
    initialEntries: [url],
  });
  const page = await renderForTest(<RouterProvider router={router} />, services);
  removePage = page.remove;
  await waitFor("form");
  return {
    ...page,
    answer,
    clock,
    reload: () => act(async () => router.revalidate()),
    navigate: (to: string) => act(async () => router.navigate(to)),
    url: () => router.state.location.search,
    showDay: async (day: string) => {
      page.field("Day").value = day;
      await act(async () => page.button("Show this day").click());
    },
    alert: () => document.querySelector("[role=alert]")?.textContent,
  };
}

test("an open entry is closed when its lock is closed in another tab, and does not open again by itself", async () => {
  const page = await showPage("/journals/1/as-of?at=2026-11-19");
  await act(async () => page.button("Entry 5").click());
  await waitFor("[role=dialog]");
  const { entries } = page.answer;
  page.answer.entries = [];
  await page.reload();
  expect(document.querySelector("[role=dialog]")).toBeNull();
  page.answer.entries = entries;
  await page.reload();
  expect(document.querySelector("[role=dialog]")).toBeNull();
});

test("after midnight, the new day can be chosen", async () => {
  const page = await showPage("/journals/1/as-of");
  page.clock.time += 120_000;
  await page.showDay("2026-11-21");
  expect(page.alert()).toBeUndefined();
  expect(page.url()).toBe("?at=2026-11-21");
});

test("the error about a day disappears when another day is shown", async () => {
  const page = await showPage("/journals/1/as-of?at=2026-11-19");
  await page.showDay("2030-01-01");
  expect(page.alert()).toBe("Choose a day that is not in the future.");
  await page.navigate("/journals/1/as-of?at=2026-11-13");
  expect(page.field("Day").value).toBe("2026-11-13");
  expect(page.alert()).toBeUndefined();
});
