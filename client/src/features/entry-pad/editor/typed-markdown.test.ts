// @vitest-environment happy-dom
import { sanitise } from "@daybook/content/sanitise";
import { Editor } from "@tiptap/core";
import { afterEach, expect, test } from "vitest";
import { bodyOf, normaliseBody } from "./body.ts";
import { padExtensions } from "./pad-extensions.ts";

let editor: Editor;
afterEach(() => editor.destroy());

/** Opens an editor like that of the pad, with no text. */
function openEditor() {
  editor = new Editor({ element: document.createElement("div"), extensions: padExtensions() });
  const { view } = editor;
  const press = (key: string): void => {
    const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
    view.someProp("handleKeyDown", (handle) => handle(view, event));
  };
  /** Types each character: the browser inserts it only if no handler of the editor did. */
  const type = (text: string): void => {
    for (const character of text) {
      const { from, to } = view.state.selection;
      const insert = () => view.state.tr.insertText(character, from, to);
      const isHandled = view.someProp("handleTextInput", (handle) =>
        handle(view, from, to, character, insert),
      );
      if (isHandled !== true) view.dispatch(insert());
    }
  };
  const typeLines = (...lines: string[]): void => {
    for (const [index, line] of lines.entries()) {
      if (index > 0) press("Enter");
      type(line);
    }
  };
  return { press, type, typeLines, body: () => bodyOf(editor.state.doc) };
}

test("Markdown is converted while it is typed", () => {
  const { type, typeLines, body } = openEditor();
  typeLines(
    "# Lord’s day",
    "**bold**, *slanted*, ~~gone~~, ==marked== and `code`",
    "* ale",
    "anchovies",
    "",
    "1. up",
  );
  typeLines("", "", "[ ] to the office", "", "> said he", "", "---");
  type("after the line");
  expect(body()).toBe(
    "<h1>Lord’s day</h1>" +
      "<p><strong>bold</strong>, <em>slanted</em>, <s>gone</s>, <mark>marked</mark> and <code>code</code></p>" +
      "<ul><li><p>ale</p></li><li><p>anchovies</p></li></ul>" +
      "<ol><li><p>up</p></li></ol>" +
      '<ul data-type="taskList"><li data-checked="false" data-type="taskItem"><p>to the office</p></li></ul>' +
      "<blockquote><p>said he</p></blockquote>" +
      "<hr><p>after the line</p><p></p>",
  );
  // The server stores all of it.
  expect(normaliseBody(sanitise(body()))).toBe(normaliseBody(body()));
});

test("Backspace undoes a Markdown conversion, and quotes and dashes stay as typed", () => {
  const { press, type, body } = openEditor();
  type("# ");
  expect(body()).toBe("<h1></h1>");
  press("Backspace");
  expect(body()).not.toContain("<h1>");
  type('1 is a number, "quoted" -- and 2 * 3 * 4, it\'s (c) ... and snake_case_name');
  expect(editor.getText().trim()).toBe(
    '# 1 is a number, "quoted" -- and 2 * 3 * 4, it\'s (c) ... and snake_case_name',
  );
  expect(body()).not.toMatch(/<(h1|em|strong)/);
});
