// @vitest-environment happy-dom
import { Editor } from "@tiptap/core";
import { act } from "react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import type { Api } from "../../../shared/api-client.ts";
import { renderForTest } from "../../../shared/testing/rendered.tsx";
import { sampleFailure } from "../../../shared/testing/sample-failure.ts";
import { ToastsStore } from "../../../shared/ui/toasts.store.ts";
import { padExtensions } from "../editor/pad-extensions.ts";
import { withActions } from "../load-actions.ts";
import { EntryDetailsStore } from "../entry-details.store.ts";
import { Lightbox } from "./lightbox.tsx";
import { photosText } from "./photos-text.ts";

const labels = photosText.lightbox;

// Loads the code of the actions. If the click had to load it, the call would be sent only later.
beforeAll(() => withActions(async () => ({ ok: true })), 180_000);

const photoOf = (id: number) => ({
  id,
  url: `/${id}.png`,
  thumbnail_url: `/${id}-thumbnail.webp`,
  width: 4,
  height: 3,
  size: 9,
  size_text: "9 bytes",
});

let cleanUp = async () => {};
afterEach(() => cleanUp());

/** Shows a photo of an entry with the photos 7 and 8. The deletion of a photo waits for `answer`. */
async function openLightbox() {
  let answer: (reply: unknown) => void = () => {};
  const api = { call: () => new Promise((resolve) => (answer = resolve)) } as unknown as Api;
  const details = new EntryDetailsStore(api, 1, () => 5);
  details.put({ photos: [photoOf(7), photoOf(8)] });
  const editor = new Editor({ extensions: padExtensions(), element: document.createElement("div") });
  const onClose = vi.fn<() => void>();
  const lightbox = (photoId: number) => (
    <Lightbox
      photoId={photoId}
      details={details}
      editor={editor}
      readOnly={false}
      onShow={() => {}}
      onClose={onClose}
    />
  );
  const page = await renderForTest(lightbox(7));
  cleanUp = async () => {
    await page.remove();
    editor.destroy();
  };
  return {
    ...page,
    onClose,
    showPhoto: (photoId: number) => page.show(lightbox(photoId)),
    press: (label: string) => act(async () => page.button(label).click()),
    receive: (reply: unknown) => act(async () => answer(reply)),
  };
}

const removed = { ok: true, status: 204, data: null };

test("the question before a photo is removed does not show why an earlier removal failed", async () => {
  const { press, receive, button } = await openLightbox();
  const alert = () => document.querySelector("[role=alertdialog] [role=alert]");
  await press(labels.remove);
  await press(labels.confirmRemove);
  await receive(sampleFailure(503, "unavailable"));
  expect(alert()?.textContent).toBe("No.");
  await press(labels.keep);
  await press(labels.remove);
  expect(button(labels.confirmRemove)).toBeDefined();
  expect(alert()).toBeNull();
});

test("a removed photo closes its lightbox", async () => {
  const { press, receive, onClose } = await openLightbox();
  await press(labels.remove);
  await press(labels.confirmRemove);
  await receive(removed);
  expect(onClose).toHaveBeenCalledOnce();
});

test("a photo that is removed late does not close the lightbox of another photo", async () => {
  const { press, receive, showPhoto, onClose } = await openLightbox();
  await press(labels.remove);
  await press(labels.confirmRemove);
  await press(labels.keep);
  await showPhoto(8);
  await receive(removed);
  expect(onClose).not.toHaveBeenCalled();
  expect(document.querySelector("[role=dialog] img")?.getAttribute("src")).toBe("/8.png");
});

test("when a removal fails after its question was closed, a toast says so", async () => {
  const showToast = vi.spyOn(ToastsStore.prototype, "show");
  const { press, receive } = await openLightbox();
  await press(labels.remove);
  await press(labels.confirmRemove);
  await press(labels.keep);
  await receive(sampleFailure(503, "unavailable"));
  expect(showToast).toHaveBeenCalledExactlyOnceWith("The photo was not removed. No.");
});
