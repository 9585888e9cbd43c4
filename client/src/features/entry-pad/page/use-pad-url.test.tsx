// @vitest-environment happy-dom
import { act, useState } from "react";
import { createBrowserRouter, RouterProvider } from "react-router";
import { afterEach, expect, test } from "vitest";
import { renderForTest } from "../../../shared/testing/rendered.tsx";
import { usePadUrl } from "./use-pad-url.ts";

let remove = () => Promise.resolve();
afterEach(async () => {
  await remove();
  history.replaceState(null, "", "/");
});

/** The pad of a new entry with unsaved text, opened from a list that loads until `showList` is called. */
async function openPad() {
  let createEntry: (id: number) => void = () => {};
  let showList: (data: null) => void = () => {};
  function Pad() {
    const [entryId, setEntryId] = useState<number | null>(null);
    createEntry = setEntryId;
    usePadUrl(1, entryId, "draft-1", true);
    return null;
  }
  history.replaceState(null, "", "/journals/1/new");
  const router = createBrowserRouter([
    { path: "/journals/:journalId/:pad", Component: Pad },
    { path: "/list", loader: () => new Promise<null>((resolve) => (showList = resolve)), element: "List" },
  ]);
  const page = await renderForTest(<RouterProvider router={router} />);
  remove = async () => {
    await page.remove();
    router.dispose();
  };
  return {
    path: () => location.pathname + location.search,
    create: () => act(async () => createEntry(7)),
    clickList: () => act(async () => void router.navigate("/list")),
    showList: () => act(async () => showList(null)),
  };
}

test("the URL has the id of the draft, and then of the entry", async () => {
  const { path, create } = await openPad();
  expect(path()).toBe("/journals/1/new?draft=draft-1");
  await create();
  expect(path()).toBe("/journals/1/7");
});

test("an entry that is created while the list loads does not keep the user on the page", async () => {
  const { path, create, clickList, showList } = await openPad();
  await clickList();
  await create();
  await showList();
  expect(path()).toBe("/list");
});
