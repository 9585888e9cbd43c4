// @vitest-environment happy-dom
import { Editor } from "@tiptap/core";
import { act } from "react";
import { expect, test } from "vitest";
import { renderForTest } from "../../../shared/testing/rendered.tsx";
import { sampleFailure } from "../../../shared/testing/sample-failure.ts";
import { padExtensions } from "../editor/pad-extensions.ts";
import type { EntryDetailsStore } from "../entry-details.store.ts";
import { Lightbox } from "./lightbox.tsx";
import { photosText } from "./photos-text.ts";

const labels = photosText.lightbox;

test("the question before a photo is removed does not show why an earlier removal failed", async () => {
  const photo = {
    id: 7,
    url: "/7.png",
    thumbnail_url: "/7-thumbnail.webp",
    width: 4,
    height: 3,
    size_text: "9 bytes",
  };
  const removePhoto = () => Promise.resolve(sampleFailure(503, "unavailable"));
  const details = { values: { photos: [photo] }, removePhoto } as unknown as EntryDetailsStore;
  const editor = new Editor({ extensions: padExtensions(), element: document.createElement("div") });
  const doNothing = () => {};
  const { button, remove } = await renderForTest(
    <Lightbox
      photoId={7}
      details={details}
      editor={editor}
      readOnly={false}
      onShow={doNothing}
      onClose={doNothing}
    />,
  );
  const press = (label: string) => act(async () => button(label).click());
  const alert = () => document.querySelector("[role=alertdialog] [role=alert]");
  await press(labels.remove);
  await press(labels.confirmRemove);
  expect(alert()?.textContent).toBe("No.");
  await press(labels.keep);
  await press(labels.remove);
  expect(button(labels.confirmRemove)).toBeDefined();
  expect(alert()).toBeNull();
  await remove();
  editor.destroy();
});
