// @vitest-environment happy-dom
import type { Node } from "@tiptap/pm/model";
import type { EditorView } from "@tiptap/pm/view";
import { expect, test } from "vitest";
import type { EntryDetailsStore } from "../entry-details.store.ts";
import { ImageView } from "./image-view.ts";

const type = {};
const imageNode = (src: string) =>
  ({ type, attrs: { src, photoId: null, alt: "", title: "", width: null } }) as unknown as Node;

function showImage(node: Node): ImageView {
  const view = { dom: document.createElement("div") } as unknown as EditorView;
  const details = { values: { photos: [] } } as unknown as EntryDetailsStore;
  return new ImageView(node, view, () => 0, { details, onOpen: () => {} });
}

/** Renders a pasted image and returns its text. Images of our own site fail to load in these tests. */
function renderedText(src: string): string {
  const image = showImage(imageNode(src));
  const picture = image.dom.querySelector("img");
  if (picture?.hasAttribute("src")) picture.dispatchEvent(new Event("error"));
  return image.dom.textContent ?? "";
}

test("an image of another website is not requested, and a text in its place says so", () => {
  expect(renderedText("https://pictures.example.org/a.png")).toContain(
    "Picture from pictures.example.org, not loaded",
  );
});

test("when an image of our own site fails to load, a text in its place says so", () => {
  expect(renderedText(`${location.origin}/a.png`)).toContain("This photo could not be loaded.");
});

test("a pasted image with another URL gets a new view", () => {
  const image = showImage(imageNode(`${location.origin}/a.png`));
  expect(image.update(imageNode(`${location.origin}/a.png`))).toBe(true);
  expect(image.update(imageNode(`${location.origin}/b.png`))).toBe(false);
});
