// @vitest-environment happy-dom
import { act } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, expect, test } from "vitest";
import { createActor } from "xstate";
import type { Api } from "../../shared/api-client.ts";
import { runSavesBeforeLogout } from "../../shared/session/save-before-logout.ts";
import { sessionMachine } from "../../shared/session/session.machine.ts";
import { renderForTest } from "../../shared/testing/rendered.tsx";
import { sampleJournal } from "../../shared/testing/sample-journal.ts";
import { sampleSession } from "../../shared/testing/sample-session.ts";
import type { Services } from "../../shared/services.ts";
import { storesOf } from "../../stores/use-stores.ts";
import { WritePage } from "./write-page.tsx";

const now = Date.parse("2026-11-23T12:00:00.000Z");
let cleanUp = async () => {};
afterEach(() => cleanUp());

/** @param saved the request that creates an entry is answered when this resolves */
async function openPage(saved = Promise.resolve()) {
  const requests: [name: string, body: unknown][] = [];
  const api = {
    call: async (name: string, input?: { body?: unknown }) => {
      if (name === "listJournals")
        return { ok: true, status: 200, data: { journals: [{ journal: sampleJournal(1) }] } };
      requests.push([name, input?.body]);
      if (name === "createEntry") await saved;
      return { ok: true, status: 201, data: { entry: { id: 5 } } };
    },
  } as unknown as Api;
  const session = sampleSession(now + 40 * 86_400_000);
  const user = { ...session.user, onboarding_step: "onboarding/write" as const };
  const sessionActor = createActor(sessionMachine, {
    input: { now: () => now, read: () => ({ ...session, user }) },
  }).start();
  const services = { api, sessionActor, analytics: { track: () => {} }, stores: null } as unknown as Services;
  await storesOf(services).journals.load();
  const router = createMemoryRouter(
    [
      {
        path: "/onboarding/write",
        loader: () => ({ failure: null }),
        element: <WritePage />,
        HydrateFallback: () => null,
      },
      { path: "*", element: null },
    ],
    { initialEntries: ["/onboarding/write"] },
  );
  const page = await renderForTest(<RouterProvider router={router} />, services);
  cleanUp = async () => {
    await page.remove();
    sessionActor.stop();
  };
  const skipLink = () =>
    [...document.querySelectorAll("a")].find(({ textContent }) => textContent === "Skip");
  return {
    requests,
    path: () => router.state.location.pathname + router.state.location.search,
    click: (name: string) => act(async () => page.button(name).click()),
    skip: () => act(async () => skipLink()?.click()),
    write: (text: string) =>
      act(async () => {
        const field = document.querySelector("textarea")!;
        // React replaces the setter of the field, and ignores values that were set with it. So this uses the setter of the prototype.
        Reflect.set(HTMLTextAreaElement.prototype, "value", text, field);
        field.dispatchEvent(new Event("input", { bubbles: true }));
      }),
  };
}

test("skipping the page saves the lines already typed", async () => {
  const { requests, path, skip, write } = await openPage();
  await write("Not to be lost.");
  await skip();
  expect(path()).toBe("/journals");
  expect(requests).toEqual(
    expect.arrayContaining([
      ["createEntry", { title: "", richtext_body: "<p>Not to be lost.</p>" }],
      ["setOnboarding", { step: null }],
    ]),
  );
  expect(requests).toHaveLength(2);
});

test("a blank text is not saved, and the page says so until something is typed", async () => {
  const { requests, path, click, write, skip } = await openPage();
  await click("Save my first entry");
  expect(document.querySelector("[role=alert]")?.textContent).toBe("Write at least one word.");
  await write("Up.");
  expect(document.querySelector("[role=alert]")).toBeNull();
  await write(" ");
  await skip();
  expect(path()).toBe("/journals");
  expect(requests).toEqual([["setOnboarding", { step: null }]]);
});

test("skipping while the entry is being saved opens the journals immediately, and the late reply does not lead back", async () => {
  let resolve = () => {};
  const saved = new Promise<void>((done) => (resolve = done));
  const { path, click, skip, write } = await openPage(saved);
  await write("Up.");
  await click("Save my first entry");
  expect(document.querySelector("textarea")?.readOnly).toBe(true);
  await skip();
  expect(document.querySelector("textarea")).toBeNull();
  await act(async () => resolve());
  expect(path()).toBe("/journals");
});

test("logging out saves the lines already typed", async () => {
  const { requests, write } = await openPage();
  await write("And so to bed.");
  await runSavesBeforeLogout(() => new Promise(() => {}));
  expect(requests).toEqual([["createEntry", { title: "", richtext_body: "<p>And so to bed.</p>" }]]);
  await cleanUp();
  await runSavesBeforeLogout(() => new Promise(() => {}));
  expect(requests).toHaveLength(1);
});
