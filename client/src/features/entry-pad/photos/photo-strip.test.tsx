// @vitest-environment happy-dom
import { Editor } from "@tiptap/core";
import { expect, test } from "vitest";
import { renderForTest } from "../../../shared/testing/rendered.tsx";
import { padExtensions } from "../editor/pad-extensions.ts";
import type { EntryDetailsStore } from "../entry-details.store.ts";
import { PhotoStrip } from "./photo-strip.tsx";

const photo = (id: number) => ({ id, url: `/${id}.png`, thumbnail_url: `/${id}-small.png` });

test("below the text, only the photos that are not in the text are printed", async () => {
  const content = '<p><img data-photo-id="1" alt="The river"></p>';
  const editor = new Editor({ extensions: padExtensions(), content, element: document.createElement("div") });
  const details = { values: { photos: [photo(1), photo(2)] } } as unknown as EntryDetailsStore;
  const { remove } = await renderForTest(
    <PhotoStrip details={details} editor={editor} onOpen={() => {}} onAdd={() => {}} />,
  );
  const printed = [...document.querySelectorAll("li:not([data-no-print])")];
  expect(document.querySelectorAll("li")).toHaveLength(3);
  expect(printed.map((item) => item.querySelector("img")?.getAttribute("src"))).toEqual(["/2-small.png"]);
  await remove();
  editor.destroy();
});
