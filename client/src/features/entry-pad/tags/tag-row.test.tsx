// @vitest-environment happy-dom
import { act } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test, vi } from "vitest";
import type { Api } from "../../../shared/api-client.ts";
import { renderForTest } from "../../../shared/testing/rendered.tsx";
import { EntryDetailsStore } from "../entry-details.store.ts";
import type { PadSession } from "../session/pad-session.ts";
import { TagRow } from "./tag-row.tsx";

test("a tag that is removed and added again is added after the server has removed it", async () => {
  const tag = { id: 1, name: "sea" };
  const sentChanges: string[] = [];
  let completeRemoval = (_result: object): void => {};
  const removal = new Promise((resolve) => (completeRemoval = resolve));
  const call = (name: string) => {
    if (name === "listTags") return Promise.resolve({ ok: true, data: { tags: [] } });
    sentChanges.push(name);
    return name === "updateTag" ? removal : Promise.resolve({ ok: true, data: { tag } });
  };
  const api = { call } as unknown as Api;
  const details = new EntryDetailsStore(api, 1, () => 2);
  details.put({ tags: [tag] });
  const session = { journalId: 1, ensureEntry: () => Promise.resolve(2) } as unknown as PadSession;
  const element = <TagRow session={session} details={details} readOnly={false} />;
  const router = createMemoryRouter([{ path: "/", element }]);
  const { button, type, remove } = await renderForTest(<RouterProvider router={router} />, { api });
  await act(async () => button("Remove the tag sea").click());
  await act(async () => {
    button("Add a tag").click();
    await import("./tag-field.tsx");
  });
  await vi.waitFor(() => expect(document.activeElement?.getAttribute("role")).toBe("combobox"));
  await type("sea,");
  expect(sentChanges).toEqual(["updateTag"]);
  await act(async () => completeRemoval({ ok: true, data: {} }));
  await vi.waitFor(() => expect(sentChanges).toEqual(["updateTag", "createTag"]));
  await vi.waitFor(() => expect(details.values.tags).toEqual([tag]));
  await remove();
});
