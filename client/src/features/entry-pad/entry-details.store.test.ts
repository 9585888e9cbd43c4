import type { Photo } from "@daybook/domain/contract/photos";
import { expect, test, vi } from "vitest";
import type { Api } from "../../shared/api-client.ts";
import { sampleFailure } from "../../shared/testing/sample-failure.ts";
import { EntryDetailsStore } from "./entry-details.store.ts";

const failure = sampleFailure(0, "network");

/** A store. Its calls to save the page themes 2 and 4 fail. */
function storeWithServer() {
  const call = (_name: string, { body }: { body: { page_theme_id?: number } }) =>
    Promise.resolve(
      body.page_theme_id === 2 || body.page_theme_id === 4 ? failure : { ok: true, data: null },
    );
  return new EntryDetailsStore({ call } as unknown as Api, 1, () => 2);
}

test("a failed change of the page theme does not revert a pad theme that was chosen meanwhile", async () => {
  const store = storeWithServer();
  await Promise.all([store.changeThemes({ pageThemeId: 2 }), store.changeThemes({ padThemeId: 5 })]);
  expect(store.values).toMatchObject({ pageThemeId: 1, padThemeId: 5 });
});

test("a failed change of the page theme does not revert a page theme that was chosen later", async () => {
  const store = storeWithServer();
  await Promise.all([store.changeThemes({ pageThemeId: 2 }), store.changeThemes({ pageThemeId: 3 })]);
  expect(store.values.pageThemeId).toBe(3);
});

test("after several failed changes, the last saved page theme is shown", async () => {
  const store = storeWithServer();
  await store.changeThemes({ pageThemeId: 3 });
  await Promise.all([store.changeThemes({ pageThemeId: 2 }), store.changeThemes({ pageThemeId: 4 })]);
  expect(store.values.pageThemeId).toBe(3);
});

test("a page theme is sent after the reply to the earlier one, so that a retry of the earlier one cannot overwrite it", async () => {
  const sentThemes: (number | undefined)[] = [];
  const calls: (() => void)[] = [];
  const call = (_name: string, { body }: { body: { page_theme_id?: number } }) => {
    sentThemes.push(body.page_theme_id);
    return new Promise((resolve) => calls.push(() => resolve({ ok: true, data: null })));
  };
  const store = new EntryDetailsStore({ call } as unknown as Api, 1, () => 2);
  const changes = [store.changeThemes({ pageThemeId: 2 }), store.changeThemes({ pageThemeId: 3 })];
  await vi.waitFor(() => expect(calls).toHaveLength(1));
  // All promise callbacks run before the next task, so a second call would have been sent.
  await new Promise((resolve) => setImmediate(resolve));
  expect(sentThemes).toEqual([2]);
  calls[0]!();
  await vi.waitFor(() => expect(sentThemes).toEqual([2, 3]));
  calls[1]!();
  await Promise.all(changes);
  expect(store.values.pageThemeId).toBe(3);
});

test("a photo that is added while the photos are loading stays", async () => {
  const replies = [[1], [1, 2]].map((ids) => ids.map((id) => ({ photo: { id } })));
  let completeFirstCall = (): void => {};
  const firstCall = new Promise<void>((resolve) => (completeFirstCall = resolve));
  const call = async () => {
    const photos = replies.shift();
    await firstCall;
    return { ok: true, data: { photos } };
  };
  const store = new EntryDetailsStore({ call } as unknown as Api, 1, () => 2);
  const refresh = store.refreshPhotos();
  await vi.waitFor(() => expect(replies).toHaveLength(1));
  store.addPhoto({ id: 2 } as Photo);
  completeFirstCall();
  expect(await refresh).toBe(true);
  expect(store.values.photos.map(({ id }) => id)).toEqual([1, 2]);
});
