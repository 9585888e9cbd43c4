// @vitest-environment happy-dom
import { act } from "react";
import { afterEach, expect, test, vi } from "vitest";
import type { Api } from "../../../shared/api-client.ts";
import { renderForTest } from "../../../shared/testing/rendered.tsx";
import { ToastsStore } from "../../../shared/ui/toasts.store.ts";
import { EntryDetailsStore } from "../entry-details.store.ts";
import { ManageTags } from "./manage-tags.tsx";

const tags = ["office", "by the sea"].map((name, index) => ({ id: index + 1, name, total_entries: index }));
const success = { ok: true, data: {} };

let rendered: Awaited<ReturnType<typeof renderForTest>>;
afterEach(() => rendered.remove());

/**
 * Opens the dialog above entry 2, which has no tags. The test answers the calls that `isPending` selects.
 *
 * @param earlierChange a change of the entry's tags that has not ended
 */
async function openDialog(
  isPending: (name: string, input: object) => boolean,
  earlierChange?: Promise<void>,
) {
  const pendingAnswers: ((result: object) => Promise<void>)[] = [];
  const calls: string[] = [];
  const call = (name: string, input: { query?: object }) => {
    calls.push(name);
    if (isPending(name, input)) {
      return new Promise((resolve) =>
        pendingAnswers.push((result) =>
          act(async () => {
            resolve(result);
            await new Promise((resolve) => setTimeout(resolve));
          }),
        ),
      );
    }
    const listed = input.query ? [] : tags.map((tag) => ({ tag }));
    return Promise.resolve(name === "listTags" ? { ok: true, data: { tags: listed } } : success);
  };
  const api = { call } as unknown as Api;
  const details = new EntryDetailsStore(api, 1, () => 2);
  if (earlierChange) void details.queueTagChange(() => earlierChange);
  rendered = await renderForTest(<ManageTags details={details} entryId={2} onClose={() => {}} />, { api });
  await vi.waitFor(() => expect(document.querySelector("li")).not.toBeNull());
  const click = (name: string) => act(async () => rendered.button(name).click());
  const rename = async (text: string) => {
    const field = rendered.field("Name of the tag");
    await act(async () => {
      Reflect.set(HTMLInputElement.prototype, "value", text, field);
      field.dispatchEvent(new Event("input", { bubbles: true }));
    });
    await click("Save");
  };
  return { calls, details, click, rename, pendingAnswers };
}

test("a name that differs from another tag only in spaces and case asks before merging", async () => {
  const { calls, click, rename } = await openDialog(() => false);
  await click("Rename office");
  await rename("by  the Sea");
  expect(document.body.textContent).toContain("Merge into “by the sea”?");
  expect(calls).not.toContain("updateTag");
});

test("a late answer to a rename neither closes the form of another tag nor shows its error there", async () => {
  const { click, rename, pendingAnswers } = await openDialog((name) => name === "updateTag");
  await click("Rename office");
  await rename("work");
  await click("Rename by the sea");
  await pendingAnswers[0]?.({ ok: false, message: "Please try again." });
  expect(document.body.textContent).not.toContain("Please try again.");
  await rename("ocean");
  await click("Cancel");
  await click("Rename office");
  await pendingAnswers[1]?.(success);
  expect(rendered.field("Name of the tag").value).toBe("office");
});

test.each(["Rename", "Delete"])(
  "a change that fails after the dialog was closed is not lost: %s",
  async (action) => {
    const showToast = vi.spyOn(ToastsStore.prototype, "show");
    const { click, rename, pendingAnswers } = await openDialog((name) => name !== "listTags");
    await click(`${action} office`);
    await (action === "Rename" ? rename("work") : click("Delete"));
    await rendered.show(null);
    await pendingAnswers[0]?.({ ok: false, message: "Please try again." });
    expect(showToast).toHaveBeenCalledExactlyOnceWith("The tag “office” was not changed. Please try again.");
  },
);

test("a late list of the entry's tags does not hide a tag that was added meanwhile", async () => {
  const { details, pendingAnswers } = await openDialog(
    (name, input) => name === "listTags" && "query" in input,
  );
  await vi.waitFor(() => expect(pendingAnswers).toHaveLength(1));
  act(() => details.put({ tags: [{ id: 1, name: "office" }] }));
  await pendingAnswers[0]?.({ ok: true, data: { tags: [] } });
  expect(details.values.tags).toEqual([{ id: 1, name: "office" }]);
  await pendingAnswers[1]?.({ ok: true, data: { tags: [{ tag: { id: 1, name: "work" } }] } });
  expect(details.values.tags).toEqual([{ id: 1, name: "work" }]);
});

test("the list of the entry's tags is loaded after a tag that is being removed, so it does not bring it back", async () => {
  let completeRemoval = (): void => {};
  const removal = new Promise<void>((resolve) => (completeRemoval = resolve));
  const { calls, pendingAnswers } = await openDialog((_, input) => "query" in input, removal);
  expect(calls).toEqual(["listTags"]);
  await act(async () => completeRemoval());
  expect(calls).toEqual(["listTags", "listTags"]);
  await pendingAnswers[0]?.({ ok: true, data: { tags: [] } });
});

test("the question before a deletion says that locked and trashed entries lose the tag too", async () => {
  const { click } = await openDialog(() => false);
  await click("Delete office");
  expect(document.body.textContent).toContain("Locked entries and entries in the trash lose it too");
});
