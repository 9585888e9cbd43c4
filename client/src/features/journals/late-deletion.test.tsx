// @vitest-environment happy-dom
import { act } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeAll, expect, test } from "vitest";
import { createActor } from "xstate";
import type { Api } from "../../shared/api-client.ts";
import { createAtom } from "../../shared/atom.ts";
import type { Services } from "../../shared/services.ts";
import { sessionMachine } from "../../shared/session/session.machine.ts";
import { renderForTest } from "../../shared/testing/rendered.tsx";
import { sampleFailure } from "../../shared/testing/sample-failure.ts";
import { sampleJournal } from "../../shared/testing/sample-journal.ts";
import { storesOf } from "../../stores/use-stores.ts";
import { JournalPage } from "./journal-page.tsx";

// Compiling the chunk takes a while on a busy machine.
beforeAll(() => import("../../shared/ui/confirm.tsx"), 180_000);

let cleanUp = async () => {};
afterEach(() => cleanUp());

const failure = sampleFailure(503, "unavailable");

/** Deletes journal 1 on its page, whose entries could not be loaded. */
async function deleteOnPage() {
  let answer = (_reply: unknown) => {};
  const journals = [{ journal: sampleJournal(1) }, { journal: sampleJournal(2) }];
  const call = async (name: string) =>
    name === "deleteJournal"
      ? new Promise((resolve) => (answer = resolve))
      : { ok: true, status: 200, data: { journals } };
  const sessionActor = createActor(sessionMachine, { input: { now: Date.now, read: () => null } }).start();
  const services = {
    api: { call } as unknown as Api,
    sessionActor,
    stores: null,
    clock: { now: Date.now },
    settings: { current: createAtom(null) } as unknown as Services["settings"],
  };
  await storesOf(services as unknown as Services).journals.load();
  const router = createMemoryRouter(
    [
      {
        path: "/journals/:journalId",
        loader: ({ params }) => ({
          pageKey: { journalId: Number(params.journalId), view: "active", page: 1 },
          failure,
        }),
        Component: () => <JournalPage lockSlot={() => null} />,
        HydrateFallback: () => null,
      },
      { path: "*", element: null },
    ],
    { initialEntries: ["/journals/1"] },
  );
  const page = await renderForTest(<RouterProvider router={router} />, services);
  cleanUp = async () => {
    await page.remove();
    sessionActor.stop();
  };
  await act(async () => page.button("More actions for Journal 1").click());
  const items = [...document.querySelectorAll<HTMLElement>("[role=menuitem]")];
  await act(async () => items.find(({ textContent }) => textContent === "Delete")?.click());
  await act(async () => page.button("Delete").click());
  return { router, receive: () => act(async () => answer({ ok: true, status: 200, data: {} })) };
}

test("the page of a deleted journal is left, also when its entries were not loaded", async () => {
  const { router, receive } = await deleteOnPage();
  await receive();
  expect(router.state.location.pathname).toBe("/journals");
});

test("the page of another journal that was opened meanwhile stays", async () => {
  const { router, receive } = await deleteOnPage();
  await act(() => router.navigate("/journals/2"));
  await receive();
  expect(router.state.location.pathname).toBe("/journals/2");
});
