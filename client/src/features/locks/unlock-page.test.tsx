// @vitest-environment happy-dom
import { lockTypes } from "@daybook/domain/contract/lock-types";
import { act } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import type { ApiFailure } from "../../shared/api-client.ts";
import { renderForTest } from "../../shared/testing/rendered.tsx";
import type { Services } from "../../shared/services.ts";
import { sampleJournal } from "../../shared/testing/sample-journal.ts";
import { UnlockPage } from "./unlock-page.tsx";
import type { UnlockData } from "./unlock-route.ts";

const unlockDataOf = (id: number): UnlockData => ({
  journal: sampleJournal(id, { lock_type_id: lockTypes.password, is_unlocked: false }),
  entry: null,
  returnPath: `/journals/${id}`,
  linkOutcome: null,
  failure: null,
});

/** Shows the unlock page of journal 1. */
async function openPage(changes: Partial<UnlockData> = {}, services: Partial<Services> = {}) {
  const router = createMemoryRouter(
    [
      {
        path: "/journals/:journalId/unlock",
        loader: ({ params }) => ({ ...unlockDataOf(Number(params["journalId"])), ...changes }),
        Component: UnlockPage,
        HydrateFallback: () => null,
      },
      { path: "*", Component: () => null },
    ],
    { initialEntries: ["/journals/1/unlock"] },
  );
  const page = await renderForTest(<RouterProvider router={router} />, services);
  await act(async () => {});
  return { page, router };
}

const entry = { id: 5, title: "Fire", hint: null, locksAutomatically: false };

test("a typed password does not stay in the field when the page shows another journal", async () => {
  const { page, router } = await openPage();
  page.field("Password").focus();
  await page.type("secret");
  expect(page.field("Password").value).toBe("secret");
  await act(async () => router.navigate("/journals/2/unlock"));
  expect(document.querySelector("h1")?.textContent).toContain("Journal 2");
  expect(page.field("Password").value).toBe("");
  await page.remove();
  router.dispose();
});

test("another page opens while the password is checked, and stays open when the late reply unlocks the journal", async () => {
  let reply = (_result: unknown): void => {};
  const call = () => new Promise((resolve) => (reply = resolve));
  const stores = { journals: { put: () => {} }, entries: {} };
  const sessionActor = { getSnapshot: () => ({ context: { session: null } }) };
  const services = { api: { call }, stores, sessionActor, unlocks: new Map() } as never;
  const { page, router } = await openPage({}, services);
  page.field("Password").focus();
  await page.type("secret");
  await act(async () => page.button("Unlock").click());
  await act(async () => router.navigate("/journals"));
  expect(document.body.textContent).not.toContain("is locked");
  await act(async () => reply({ ok: true, data: { journal: sampleJournal(1) } }));
  expect(router.state.location.pathname).toBe("/journals");
  await page.remove();
  router.dispose();
});

test("the page title is not “… is locked” after a mailed link removed the lock", async () => {
  const { page } = await openPage({ linkOutcome: "removed" });
  expect(document.title).toMatch(/^Lock removed/);
  await page.remove();
});

test("an untitled entry whose lock was removed is called “Untitled Entry”", async () => {
  const { page } = await openPage({ entry: { ...entry, title: "" }, linkOutcome: "removed" });
  expect(document.body.textContent).toContain("can open “Untitled Entry”.");
  await page.remove();
});

test("a journal that cannot be loaded is “This journal” in the heading and in the page title", async () => {
  const failure = { ok: false, status: 503, code: "unavailable", message: "Not now." } as ApiFailure;
  const { page } = await openPage({ journal: null, failure });
  expect(document.querySelector("h1")?.textContent).toBe("This journal is locked");
  expect(document.title).toMatch(/^This journal is locked/);
  await page.remove();
});

test.each([
  [true, "It locks again after 15 minutes without use"],
  [false, "It stays unlocked until you lock it again"],
])("an entry with automatic locking %s has the note “%s”", async (locksAutomatically, text) => {
  const { page } = await openPage({ entry: { ...entry, locksAutomatically } });
  expect(document.body.textContent).toContain(text);
  await page.remove();
});

test("the page does not say how long an entry stays unlocked when the setting is not known", async () => {
  const { page } = await openPage({ entry: { ...entry, locksAutomatically: null } });
  expect(document.body.textContent).not.toMatch(/locks again|stays unlocked/);
  await page.remove();
});
