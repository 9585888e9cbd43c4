// @vitest-environment happy-dom
import type { Node } from "@tiptap/pm/model";
import type { EditorView } from "@tiptap/pm/view";
import { expect, test, vi } from "vitest";
import type { Api } from "../../../shared/api-client.ts";
import { EntryDetailsStore } from "../entry-details.store.ts";
import { ImageView } from "./image-view.ts";

const type = {};
const imageNode = (src: string | null, photoId: string | null = null) =>
  ({ type, attrs: { src, photoId, alt: "", title: "", width: null } }) as unknown as Node;

/** The details of an entry that has no photos on the server. */
function detailsWithoutPhotos(): EntryDetailsStore {
  const call = () => Promise.resolve({ ok: true, data: { photos: [] } });
  return new EntryDetailsStore({ call } as unknown as Api, 1, () => 2);
}

function showImage(node: Node, details = detailsWithoutPhotos()): ImageView {
  const view = { dom: document.createElement("div") } as unknown as EditorView;
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

test("a photo that was deleted in another tab says so, also after another detail of the entry changes", async () => {
  const details = detailsWithoutPhotos();
  const url = `${location.origin}/7.png`;
  details.put({
    photos: [{ id: 7, url, thumbnail_url: url, width: 4, height: 3, size: 9, size_text: "9 bytes" }],
  });
  const { dom } = showImage(imageNode(null, "7"), details);
  await details.refreshPhotos();
  await vi.waitFor(() => expect(dom.textContent).toBe("This photo was deleted."));
  details.put({ padThemeId: 5 });
  expect(dom.textContent).toBe("This photo was deleted.");
});

test("a photo that was pasted from another entry and is not copied yet does not count as deleted", async () => {
  const { dom } = showImage(imageNode(null, "8"));
  await vi.waitFor(() => expect(dom.textContent).toBe("This photo could not be loaded."));
});
