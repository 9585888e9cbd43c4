// @vitest-environment happy-dom
import { Editor } from "@tiptap/core";
import { expect, test } from "vitest";
import { bodyOf } from "./body.ts";
import { padExtensions } from "./pad-extensions.ts";
import { documentOf, showBody } from "./show-body.ts";

const table = (...cells: string[]): string =>
  `<table><tbody><tr>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr></tbody></table>`;
const list = (...items: string[]): string => `<ul>${items.map((item) => `<li>${item}</li>`).join("")}</ul>`;

test.each([
  ["two cells differ", table("<p>ale</p>", "<p>1s</p>"), table("<p>beer</p>", "<p>2s</p>")],
  ["a cell is added", table("<p>ale</p>"), table("<p>ale</p>", "<p>ale</p>")],
  ["a cell gets a list", table("<p>ale</p>", "<p>x</p>"), table(list("<p>ale</p>"), "<p>xy</p>")],
  ["a paragraph is split", "<p>aa</p>", "<p>a</p><p>a</p>"],
  ["paragraphs are joined", "<p>a</p><p>a</p><p>b</p>", "<p>aa</p><p>b</p>"],
  ["list items become a list and a paragraph", list("<p>a</p>", "<p>b</p>"), `${list("<p>ac</p>")}<p>db</p>`],
  ["everything is new", "<h1>a</h1>", `${table("<p>b</p>")}<p>c</p>`],
  ["everything is gone", table("<p>b</p>"), ""],
])("the editor shows exactly the new body when %s", (_, before, after) => {
  const element = document.createElement("div");
  const editor = new Editor({ element, extensions: padExtensions(), content: documentOf(before) });
  showBody(editor, after);
  expect(bodyOf(editor.state.doc)).toBe(after);
  showBody(editor, before);
  expect(bodyOf(editor.state.doc)).toBe(before);
  editor.destroy();
});
