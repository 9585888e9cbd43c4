// @vitest-environment happy-dom
import { Editor } from "@tiptap/core";
import { contentExtensions } from "@daybook/content/extensions";
import { expect, it } from "vitest";
import { removePhotoNodes } from "./photo-nodes.ts";

const photo = '<img src="/api/photos/7" data-photo-id="7">';

it.each([
  ["stay two words", `<p>so${photo}to</p>`, "<p>so to</p>"],
  ["stay two words when two photos were between them", `<p>so${photo}${photo}to</p>`, "<p>so to</p>"],
  ["get no second space", `<p>so ${photo}to</p>`, "<p>so to</p>"],
  ["get no space at the end of a paragraph", `<p>so${photo}</p><p>to</p>`, "<p>so</p><p>to</p>"],
])("the words on both sides of a removed photo %s", (_name, html, remaining) => {
  const editor = new Editor({ extensions: contentExtensions(), content: html });
  removePhotoNodes(editor.view, 7);
  expect(editor.getHTML()).toBe(remaining);
  editor.destroy();
});
