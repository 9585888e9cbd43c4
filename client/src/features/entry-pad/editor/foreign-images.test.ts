// @vitest-environment happy-dom
import { Editor, type JSONContent } from "@tiptap/core";
import { afterEach, expect, test, vi } from "vitest";
import { bodyOf, normaliseBody, parseBody } from "./body.ts";
import { padExtensions } from "./pad-extensions.ts";

/** The description and URL of each picture in the text. ProseMirror's own images have a class. */
const picturesIn = ({ view }: Editor) =>
  [...view.dom.querySelectorAll("img:not([class])")].map((picture) => [
    picture.getAttribute("alt"),
    picture.getAttribute("src"),
  ]);

const html = '<p>By water <img src="https://pictures.example.org/a.png" alt="The river"></p>';

afterEach(() => vi.restoreAllMocks());

test("serializing a body creates no image in the page, because the browser would request it", () => {
  const create = vi.spyOn(document, "createElement");
  expect(normaliseBody(html)).toBe(html);
  expect(bodyOf(parseBody(html))).toBe(html);
  expect(create.mock.calls.map(([name]) => name)).not.toContain("img");
});

test("until the code for photos is loaded, the editor requests no picture from another website, and keeps its address", () => {
  const content = parseBody(
    `${html}<p><img src="/covers/blue.svg" alt="A cover"></p>`,
  ).toJSON() as JSONContent;
  const setSource = vi.spyOn(HTMLImageElement.prototype, "setAttribute");
  const editor = new Editor({ element: document.createElement("div"), extensions: padExtensions(), content });
  expect(picturesIn(editor)).toEqual([
    ["The river", null],
    ["A cover", "/covers/blue.svg"],
  ]);
  expect(setSource.mock.calls.filter(([name, value]) => name === "src" && value.startsWith("http"))).toEqual(
    [],
  );
  expect(bodyOf(editor.state.doc)).toContain(html);
  editor.destroy();
});

test("an editor that is removed from the page requests no picture from another website", () => {
  const content = parseBody(html).toJSON() as JSONContent;
  const editor = new Editor({ element: document.createElement("div"), extensions: padExtensions(), content });
  // TipTap's `EditorContent` does this when it unmounts.
  editor.view.setProps({ nodeViews: {} });
  expect(picturesIn(editor)).toEqual([["The river", null]]);
  editor.destroy();
});
